/** An emulated phone's behaviour: reachable or not, quick or slow, and how often the platform refuses it. */
import { Button, NumberInput, Paper, Select, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { api, pathOf } from '../api.ts';
import { Loaded } from '../pieces/loaded.tsx';
import { useChange, useEmulator } from '../queries.ts';
import { texts } from '../texts/texts.ts';

type Settings = {
  rcs: boolean;
  online: boolean;
  deliverDelayMs: number;
  readDelayMs: number | null;
  faults: { status?: number; times?: number; on?: string }[];
};

/** Statuses with which the platform refuses, and their meaning there. */
const REFUSALS = Object.entries(texts.phone.refusal).map(([value, label]) => ({ value, label }));

/** From "at once" to "as if it were in a tunnel". */
const MAX_DELAY_MS = 60_000;

export function HandsetSettingsForm({ phoneNumber }: { phoneNumber: string }) {
  const settings = useEmulator<Settings>(pathOf`/emulator/handsets/${phoneNumber}?limit=1`, { everyMs: 5_000 });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2}>{texts.phone.settings}</Title>
        <Loaded of={settings}>{(found) => <Form phoneNumber={phoneNumber} settings={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function Form({ phoneNumber, settings }: { phoneNumber: string; settings: Settings }) {
  const path = pathOf`/emulator/handsets/${phoneNumber}`;
  const change = useChange((changed: Partial<Settings>) => api.call('put', path, { body: changed }), {
    refreshes: [path],
  });
  const [status, setStatus] = useState('503');
  const [times, setTimes] = useState<number | string>(1);
  const left = settings.faults.reduce((sum, fault) => sum + (fault.times ?? 1), 0);
  return (
    <Stack gap="sm">
      <Switch
        label={texts.phone.hasRcs}
        description={texts.phone.withoutRcs}
        checked={settings.rcs}
        onChange={(event) => change.mutate({ rcs: event.currentTarget.checked })}
      />
      <Switch
        label={texts.phone.online}
        description={texts.phone.whenOffline}
        checked={settings.online}
        onChange={(event) => change.mutate({ online: event.currentTarget.checked })}
      />
      <NumberInput
        label={texts.phone.deliveredAfter}
        suffix=" ms"
        min={0}
        max={MAX_DELAY_MS}
        step={100}
        value={settings.deliverDelayMs}
        onChange={(value) => typeof value === 'number' && change.mutate({ deliverDelayMs: value })}
      />
      <Switch
        label={texts.phone.reads}
        checked={settings.readDelayMs !== null}
        onChange={(event) => change.mutate({ readDelayMs: event.currentTarget.checked ? 500 : null })}
      />
      <Select
        label={texts.phone.refusesWith}
        data={REFUSALS}
        value={status}
        onChange={(value) => setStatus(value ?? '503')}
        allowDeselect={false}
      />
      <NumberInput label={texts.phone.times} min={1} max={100} value={times} onChange={setTimes} />
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ faults: [{ status: Number(status), times: Number(times) || 1 }] })}
      >
        {texts.phone.refuse}
      </Button>
      {left > 0 && (
        <Button variant="subtle" onClick={() => change.mutate({ faults: [] })}>
          {texts.phone.cancelRefusals(left)}
        </Button>
      )}
    </Stack>
  );
}
