/** Where an endpoint is, which events it gets, how many a second, and with which headers: of a new one, or of one that is there. */
import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Endpoint, NewEndpoint } from '@model/endpoint.ts';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { texts } from '../texts/texts.ts';
import { CLASSES, TYPES } from './filters.ts';
import { HeaderFields } from './header-fields.tsx';
import { type HeaderRow, headersError, headersSent, rowError, rowsOf } from './header-rows.ts';

type Draft = Pick<NewEndpoint, 'url'> & {
  description: string;
  classes: string[];
  types: string[];
  perSecond: string | number;
  headers: HeaderRow[];
};
type Sent = { url: string } & Record<'description' | 'classes' | 'types' | 'perSecond' | 'headers', unknown>;

/** What is absent in an endpoint is empty in its form, and null when it is sent. */
function draftOf({ url = '', description = '', classes = [], types = [], ...rest }: Partial<Endpoint>): Draft {
  return { url, description, classes, types, perSecond: rest.perSecond ?? '', headers: rowsOf(rest.headers) };
}

function sentOf({ url, description, classes, types, perSecond, headers }: Draft, before: Partial<Endpoint>): Sent {
  const some = (list: string[]) => (list.length > 0 ? list : null);
  return {
    url: url.trim(),
    description: description.trim() || null,
    classes: some(classes),
    types: some(types),
    perSecond: perSecond === '' ? null : Number(perSecond),
    headers: headersSent(headers, before.headers),
  };
}

export function EndpointForm(props: {
  endpoint?: Endpoint;
  action: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (sent: Sent) => void;
  onCancel: () => void;
}) {
  const { endpoint = {}, action, isBusy, error, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const problems = ['url', 'description', 'classes', 'types', 'perSecond'].map((name) => fieldError(error, `/${name}`));
  const [url, description, classes, types, perSecond] = problems;
  const ofHeaders = [headersError(error), ...draft.headers.map((row) => rowError(error, row))];
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit(sentOf(draft, endpoint));
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <TextInput
        label={texts.endpoints.url}
        placeholder="https://example.com/parley"
        type="url"
        required
        value={draft.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={url}
      />
      <TextInput
        label={texts.endpoints.description}
        placeholder={texts.endpoints.descriptionHint}
        maxLength={200}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={description}
      />
      <Checkbox.Group
        label={texts.endpoints.classes}
        description={texts.endpoints.allIfNone}
        value={draft.classes}
        onChange={(chosen) => set({ classes: chosen })}
        error={classes}
      >
        <Choices of={CLASSES} />
      </Checkbox.Group>
      <Checkbox.Group
        label={texts.endpoints.types}
        description={texts.endpoints.allIfNone}
        value={draft.types}
        onChange={(chosen) => set({ types: chosen })}
        error={types}
      >
        <Choices of={TYPES} />
      </Checkbox.Group>
      <NumberInput
        label={texts.endpoints.perSecond}
        description={texts.endpoints.noLimit}
        min={1}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={draft.perSecond}
        onChange={(value) => set({ perSecond: value })}
        error={perSecond}
        maw={240}
      />
      <HeaderFields rows={draft.headers} onChange={(headers) => set({ headers })} error={error} />
      {[...problems, ...ofHeaders].every((problem) => problem === undefined) && <ProblemAlert error={error} />}
      <Group gap="xs">
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.pieces.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

function Choices({ of }: { of: readonly string[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs" mt="xs">
      {of.map((value) => (
        <Checkbox key={value} value={value} label={value} styles={{ label: { overflowWrap: 'anywhere' } }} />
      ))}
    </SimpleGrid>
  );
}
