/** The trace of a turn, step by step: what was called, every condition as rendered, the message. */
import { Badge, Code, Group, Spoiler, Stack, Text, Timeline } from '@mantine/core';
import type { JsonValue } from '@model/json.ts';
import type { TraceStep } from '@model/trace.ts';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconDoorEnter,
  IconEdit,
  IconHourglass,
  IconMessage,
  IconMinus,
  IconPlug,
  IconRoute,
  IconVersions,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { conditionWords } from '../flow/conditions.ts';
import { LinkText } from '../links.tsx';
import { Json } from '../pieces/json.tsx';
import { ContentMessageView } from '../rcs/content.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

const say = texts.trace.step;

type Of<Step extends TraceStep['step']> = Extract<TraceStep, { step: Step }>;

/** `called`: what people call a state of this id. */
type Flow = { agentId: string; called: (stateId: string) => string };

export function TraceSteps({ trace, ...flow }: Flow & { trace: readonly TraceStep[] }) {
  return (
    <Timeline bulletSize={26} lineWidth={2}>
      {trace.map((step, index) => {
        const { icon, title, body } = shown(step, flow);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace is written once and never changes
          <Timeline.Item key={index} bullet={icon} title={title}>
            {body}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

type Shown = { icon: ReactNode; title: ReactNode; body?: ReactNode };

/** One entry for each kind of step; a step of a later version is shown as it is. */
function shown(step: TraceStep, flow: Flow): Shown {
  const show = STEPS[step.step] as ((step: TraceStep, flow: Flow) => Shown) | undefined;
  return show?.(step, flow) ?? { icon: <IconMinus size={14} />, title: step.step, body: <Json value={step} /> };
}

const STEPS: { [Step in TraceStep['step']]?: (step: Of<Step>, flow: Flow) => Shown } = {
  version: ({ version }) => ({
    icon: <IconVersions size={14} />,
    title: version === 'draft' ? say.draft : say.version(version),
  }),
  enter: ({ stateId, because, detail }, { agentId, called }) => ({
    icon: <IconDoorEnter size={14} />,
    title: parts(say.entered, {
      state: (
        <LinkText underline="always" to="/agents/$agentId/flow/{-$stateId}" params={{ agentId, stateId }}>
          {called(stateId)}
        </LinkText>
      ),
    }),
    body: (
      <Text size="sm" c="dimmed">
        {say.because[because]}
        {detail !== undefined && (
          <>
            : <Code>{detail}</Code>
          </>
        )}
      </Text>
    ),
  }),
  assign: ({ to, from, value, error }) => ({
    icon: <IconEdit size={14} />,
    title: error ? say.notCaptured : say.captured,
    body: (
      <Text size="sm">
        {parts(say.capturedFrom, {
          variable: <Code>input.{to}</Code>,
          value: <Value of={value} />,
          source: <Code>{from}</Code>,
        })}
        {error && <Failed error={error} />}
      </Text>
    ),
  }),
  operation: (step) => ({ icon: <IconPlug size={14} />, title: say.called, body: <Operation step={step} /> }),
  condition: ({ index, condition, rendered, fired, nextState }, { called }) => {
    const words = conditionWords(condition);
    return {
      icon: <IconRoute size={14} />,
      title: (
        <Group gap="xs">
          {say.transition(index + 1)}
          <Badge size="sm" variant="light" color={fired ? 'petrol' : 'gray'}>
            {fired ? say.taken : say.notTaken}
          </Badge>
        </Group>
      ),
      body: (
        <Text size="sm">
          {words !== condition && <>{words}: </>}
          <Code>{condition}</Code> <IconArrowRight size={12} aria-label={say.became} />{' '}
          <Code>{rendered === '' ? say.nothing : rendered}</Code>
          {fired && ` ${say.movedOn(called(nextState))}`}
        </Text>
      ),
    };
  },
  message: ({ contentMessage }) => ({
    icon: <IconMessage size={14} />,
    title: say.sent,
    body: <Message content={contentMessage} />,
  }),
  acknowledge: ({ word, contentMessage }) => ({
    icon: <IconMessage size={14} />,
    title: say.acknowledged(word),
    body: <Message content={contentMessage} />,
  }),
  withheld: ({ field, detail }) => ({
    icon: <IconAlertTriangle size={14} />,
    title: say.withheld,
    body: (
      <Text size="sm" c="dimmed">
        {parts(say.withheldFrom, { field: <Code>{field}</Code>, reason: detail })}
      </Text>
    ),
  }),
  'no-message': () => ({ icon: <IconMinus size={14} />, title: say.noMessage }),
  wait: ({ stateId }, { called }) => ({
    icon: <IconHourglass size={14} />,
    title: say.waiting(called(stateId)),
  }),
  'no-state': ({ detail }) => ({ icon: <IconMinus size={14} />, title: say.noState, body: <Dim>{detail}</Dim> }),
  stop: ({ reason, detail }) => ({
    icon: <IconAlertTriangle size={14} />,
    title: say.stopped(reason.replaceAll('_', ' ')),
    body: <Text size="sm">{detail}</Text>,
  }),
  cut: ({ detail }) => ({ icon: <IconMinus size={14} />, title: say.cut, body: <Dim>{detail}</Dim> }),
};

function Operation({ step }: { step: Of<'operation'> }) {
  const { connectorId, operation, contextKey, data, result, error } = step;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {parts(say.calledInto, {
          operation: (
            <Code>
              {connectorId}.{operation}
            </Code>
          ),
          variable: <Code>data.{contextKey}</Code>,
        })}
        {error && <Failed error={error} />}
      </Text>
      <Spoiler maxHeight={0} showLabel={say.showCall} hideLabel={say.hideCall}>
        <Stack gap="xs">
          <Json value={data} label={say.request} />
          {result !== undefined && <Json value={result} label={say.result} />}
        </Stack>
      </Spoiler>
    </Stack>
  );
}

function Failed({ error }: { error: { message: string } }) {
  return (
    <Text span c="red.8" size="sm">
      {` ${say.failed(error.message)}`}
    </Text>
  );
}

function Message({ content }: { content: JsonValue }) {
  return (
    <div style={{ maxWidth: 320 }}>
      <ContentMessageView content={content} />
    </div>
  );
}

function Value({ of }: { of: JsonValue }) {
  return <Code>{JSON.stringify(of)}</Code>;
}

function Dim({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
