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
    title: version === 'draft' ? 'Ran on the draft' : `Ran on version ${version}`,
  }),
  enter: ({ stateId, because, detail }, { agentId, called }) => ({
    icon: <IconDoorEnter size={14} />,
    title: (
      <>
        Entered{' '}
        <LinkText underline="always" to="/agents/$agentId/flow/{-$stateId}" params={{ agentId, stateId }}>
          {called(stateId)}
        </LinkText>
      </>
    ),
    body: (
      <Text size="sm" c="dimmed">
        {ENTERED[because]}
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
    title: error ? 'Not captured' : 'Captured',
    body: (
      <Text size="sm">
        <Code>input.{to}</Code> = <Value of={value} /> from <Code>{from}</Code>
        {error && <Failed error={error} />}
      </Text>
    ),
  }),
  operation: (step) => ({ icon: <IconPlug size={14} />, title: 'Called a connector', body: <Operation step={step} /> }),
  condition: ({ index, condition, rendered, fired, nextState }, { called }) => {
    const words = conditionWords(condition);
    return {
      icon: <IconRoute size={14} />,
      title: (
        <Group gap="xs">
          Transition {index + 1}
          <Badge size="sm" variant="light" color={fired ? 'petrol' : 'gray'}>
            {fired ? 'taken' : 'not taken'}
          </Badge>
        </Group>
      ),
      body: (
        <Text size="sm">
          {words !== condition && <>{words}: </>}
          <Code>{condition}</Code> <IconArrowRight size={12} aria-label="became" />{' '}
          <Code>{rendered === '' ? '(nothing)' : rendered}</Code>
          {fired && <> so it moved on to {called(nextState)}</>}
        </Text>
      ),
    };
  },
  message: ({ contentMessage }) => ({
    icon: <IconMessage size={14} />,
    title: 'Sent',
    body: <Message content={contentMessage} />,
  }),
  acknowledge: ({ word, contentMessage }) => ({
    icon: <IconMessage size={14} />,
    title: `Acknowledged the opt-out by “${word}”`,
    body: <Message content={contentMessage} />,
  }),
  withheld: ({ field, detail }) => ({
    icon: <IconAlertTriangle size={14} />,
    title: 'Left out what a model wrote',
    body: (
      <Text size="sm" c="dimmed">
        In <Code>{field}</Code>: {detail}
      </Text>
    ),
  }),
  'no-message': () => ({ icon: <IconMinus size={14} />, title: 'Sent nothing: the state has no template' }),
  wait: ({ stateId }, { called }) => ({
    icon: <IconHourglass size={14} />,
    title: `Waiting in ${called(stateId)} for an answer`,
  }),
  'no-state': ({ detail }) => ({ icon: <IconMinus size={14} />, title: 'No state answers', body: <Dim>{detail}</Dim> }),
  stop: ({ reason, detail }) => ({
    icon: <IconAlertTriangle size={14} />,
    title: `Stopped: ${reason.replaceAll('_', ' ')}`,
    body: <Text size="sm">{detail}</Text>,
  }),
  cut: ({ detail }) => ({ icon: <IconMinus size={14} />, title: 'Some steps are omitted', body: <Dim>{detail}</Dim> }),
};

const ENTERED: Record<Of<'enter'>['because'], string> = {
  send: 'a client sent it',
  chip: 'a tapped chip names it',
  input: 'the answer to the waiting state',
  keyword: 'a keyword',
  default: 'the default state',
  transition: 'a condition was true',
};

function Operation({ step }: { step: Of<'operation'> }) {
  const { connectorId, operation, contextKey, data, result, error } = step;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Code>
          {connectorId}.{operation}
        </Code>{' '}
        into <Code>data.{contextKey}</Code>
        {error && <Failed error={error} />}
      </Text>
      <Spoiler maxHeight={0} showLabel="Show request and result" hideLabel="Hide request and result">
        <Stack gap="xs">
          <Json value={data} label="The request" />
          {result !== undefined && <Json value={result} label="The result" />}
        </Stack>
      </Spoiler>
    </Stack>
  );
}

function Failed({ error }: { error: { message: string } }) {
  return (
    <Text span c="red.8" size="sm">
      {' '}
      failed: {error.message}
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
