/** Sends a state to a number, with parameters, as a client does over the API. */

import { Button, JsonInput, Paper, Select, Stack, Title } from '@mantine/core';
import type { State } from '@model/state.ts';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { Loaded } from '../pieces/loaded.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export function SendState({ agentId, phoneNumber }: { agentId: string; phoneNumber: string }) {
  const states = useList('/agents/{agentId}/states', 'states', {
    params: { path: { agentId }, query: { limit: 100 } },
  });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2}>{texts.phone.sendState}</Title>
        <Loaded of={states}>{(rows) => <SendForm agentId={agentId} phoneNumber={phoneNumber} states={rows} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function SendForm({ agentId, phoneNumber, states }: { agentId: string; phoneNumber: string; states: State[] }) {
  const [stateId, setStateId] = useState<string | null>(() => likeliest(states));
  const [params, setParams] = useState('{}');
  const send = useChange(
    () =>
      api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', {
        params: { path: { agentId, stateId: stateId ?? '', phoneNumber } },
        body: { params: JSON.parse(params) },
      }),
    { refreshes: [pathOf`/agents/${agentId}/conversations`], quiet: true },
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    await send.mutateAsync(undefined).then(
      () => notifyDone(texts.phone.onItsWay(stateId, phoneNumber)),
      () => {},
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label={texts.pieces.state}
          data={states.map((state) => state.stateId)}
          value={stateId}
          onChange={setStateId}
          searchable
          allowDeselect={false}
          nothingFoundMessage={texts.phone.noSuchState}
          placeholder={states.length === 0 ? texts.phone.noStates : texts.phone.chooseState}
        />
        <JsonInput
          label={texts.phone.params}
          description={texts.phone.paramsForm}
          value={params}
          onChange={setParams}
          autosize
          minRows={2}
          formatOnBlur
          validationError={texts.phone.notJson}
          error={fieldError(send.error, '/params')}
        />
        <ProblemAlert error={send.error} />
        <Button type="submit" leftSection={<IconSend size={16} />} loading={send.isPending} disabled={stateId === null}>
          {texts.pieces.send}
        </Button>
      </Stack>
    </form>
  );
}

/** The state that most others name as their flow's entry. */
function likeliest(states: State[]): string | null {
  const named = Map.groupBy(states, ({ flowEntryStateId }) => flowEntryStateId ?? '');
  const byNames = states.toSorted((a, b) => (named.get(b.stateId)?.length ?? 0) - (named.get(a.stateId)?.length ?? 0));
  return byNames[0]?.stateId ?? null;
}
