/** A live preview of a state's message, as a phone shows it: rendered by the service, with editable values. */
import { Box, JsonInput, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import type { StateBody } from '@model/state.ts';
import { IconAdjustments } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiProblem } from '#client';
import { api } from '../api.ts';
import { ContentMessageView } from '../rcs/content.tsx';
import { texts } from '../texts/texts.ts';
import { type Fault, faultOf, toldFault } from './faults.ts';
import css from './preview.module.css';
import { sampleValues } from './sample-values.ts';

/** Debounces typing: no request for each letter. */
const PAUSE_MS = 250;

type Template = StateBody['template'];
/** Faults of the message, and of the values that it was to be rendered with. */
type Rendered = { content: unknown; faults: Fault[]; valueFaults: Fault[] };

/**
 * The message with these values, as the service renders it. A refused one is shown as it is written, with the reason.
 * @param values the text of a JSON object; null for made-up values
 */
export function usePreview(agentId: string, template: Template, values: string | null): Rendered {
  const request = template ? JSON.stringify({ template, ...valuesOf(template, values) }) : null;
  const [settled] = useDebouncedValue(request, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['previews', agentId, settled],
    queryFn: ({ signal }) =>
      api.POST('/agents/{agentId}/previews', { params: { path: { agentId } }, body: JSON.parse(settled!), signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (!template) return { content: undefined, faults: [], valueFaults: [] };
  const { faults = [], valueFaults = [] } = Object.groupBy(
    error instanceof ApiProblem ? error.errors : [],
    ({ path }) => (path.startsWith('/template') ? 'faults' : 'valueFaults'),
  );
  const content = error || !data ? template.contentMessage : data.contentMessage;
  return { content, faults: faults.map(faultOf), valueFaults: valueFaults.map(faultOf) };
}

function valuesOf(template: Template, values: string | null): object {
  const madeUp = sampleValues(template?.contentMessage);
  if (values === null) return madeUp;
  try {
    return JSON.parse(values) as object;
  } catch {
    return madeUp;
  }
}

export function Preview(props: {
  template: Template;
  rendered: Rendered;
  values: string | null;
  onValues: (values: string) => void;
}) {
  const { template, rendered, values, onValues } = props;
  const [isOpen, { toggle }] = useDisclosure();
  const madeUp = JSON.stringify(sampleValues(template?.contentMessage), null, 2);
  return (
    <section aria-label={texts.editor.preview} className={css['preview']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
      <div className={css['screen']} tabIndex={0}>
        {template ? (
          <Box maw={320}>
            <ContentMessageView content={rendered.content} />
          </Box>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.editor.noPreview}
          </Text>
        )}
      </div>
      {template && (
        <footer className={css['footer']}>
          {rendered.valueFaults.length > 0 && (
            <Text size="xs" c="red.8" role="alert">
              {toldFault(rendered.valueFaults[0]!)}
            </Text>
          )}
          <UnstyledButton className={css['toggle']} onClick={toggle} aria-expanded={isOpen}>
            <IconAdjustments size={14} aria-hidden /> {isOpen ? texts.editor.hideValues : texts.editor.useValues}
          </UnstyledButton>
          {isOpen && (
            <JsonInput
              aria-label={texts.editor.values}
              description={texts.editor.valuesMeaning}
              value={values ?? madeUp}
              onChange={onValues}
              validationError={texts.editor.notJson}
              autosize
              minRows={3}
              maxRows={10}
              size="xs"
            />
          )}
        </footer>
      )}
    </section>
  );
}
