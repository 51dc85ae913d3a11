/**
 * The phone next to the flow: with the emulator a handset to use and to set up, with a real platform the same
 * conversation to read.
 */

import { Alert, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ApiProblem } from '#client';
import { useAgent } from '../agent.ts';
import { AddDevice } from '../agents/devices.tsx';
import { api, pathOf } from '../api.ts';
import { LinkButton, LinkItem } from '../links.tsx';
import { HandsetSettingsForm } from '../phone/handset-settings.tsx';
import { LiveHandset } from '../phone/live-handset.tsx';
import { RecordedHandset } from '../phone/recorded-handset.tsx';
import { SendState } from '../phone/send-state.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Allowed, Offered } from '../pieces/allowed.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useChange, useEmulator, useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import css from './phone.module.css';

export default function PhonePage() {
  const agent = useAgent();
  const { phoneNumber } = useParams({ strict: false });
  return (
    <AgentPage
      isScreen={phoneNumber !== undefined}
      title={texts.shell.phone}
      guide="emulator"
      description={texts.phone.whatIsSeen}
    >
      <Loaded of={agent}>{(found) => <Phones agent={found} />}</Loaded>
    </AgentPage>
  );
}

/** Whether this service has emulated phones: with a real platform their addresses do not exist. */
function useEmulated(phoneNumber: string | undefined) {
  const path =
    phoneNumber === undefined ? '/emulator/handsets?limit=1' : pathOf`/emulator/handsets/${phoneNumber}?limit=1`;
  const { error, isPending } = useEmulator<unknown>(path);
  return { isPending, isEmulated: !(error instanceof ApiProblem && error.code === 'not_found') };
}

function Phones({ agent }: { agent: Agent }) {
  const { phoneNumber } = useParams({ strict: false });
  const navigate = useNavigate();
  const toAll = () =>
    void navigate({
      to: '/agents/$agentId/phone/{-$phoneNumber}',
      params: { agentId: agent.agentId, phoneNumber: undefined },
    });
  const devices = useList('/agents/{agentId}/devices', 'devices', {
    params: { path: { agentId: agent.agentId }, query: { limit: 100 } },
  });
  const { isPending, isEmulated } = useEmulated(phoneNumber);
  const isRegistered = devices.data?.some((device) => device.phoneNumber === phoneNumber) ?? true;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 3 }} {...(phoneNumber !== undefined && { visibleFrom: 'sm' })}>
        <Stack>
          <AddPhone agent={agent} />
          <Paper withBorder p="xs" component="nav" aria-label={texts.phone.phones}>
            <Loaded of={devices}>
              {(rows) =>
                rows.length === 0 ? (
                  <Text size="sm" c="dimmed" p="xs">
                    {texts.phone.noDevices}
                  </Text>
                ) : (
                  rows.map((device) => (
                    <LinkItem
                      key={device.phoneNumber}
                      to="/agents/$agentId/phone/{-$phoneNumber}"
                      params={{ agentId: agent.agentId, phoneNumber: device.phoneNumber }}
                      label={device.phoneNumber}
                      leftSection={<IconDeviceMobile size={16} aria-hidden />}
                    />
                  ))
                )
              }
            </Loaded>
            <MoreButton of={devices} />
          </Paper>
        </Stack>
      </Grid.Col>
      {phoneNumber === undefined ? (
        <Grid.Col span={{ base: 12, md: 9 }}>
          <EmptyState icon={<IconDeviceMobile />} title={texts.phone.choose}>
            {texts.phone.howToAdd}
          </EmptyState>
        </Grid.Col>
      ) : (
        <>
          <Grid.Col span={{ base: 12, sm: 7, md: 5 }}>
            <div className={css['screen']}>
              {agent.mode === 'TEST' && !isRegistered && (
                <RegisterFirst agentId={agent.agentId} phoneNumber={phoneNumber} />
              )}
              {!isPending && isEmulated && (
                <LiveHandset key={phoneNumber} agent={agent} phoneNumber={phoneNumber} onBack={toAll} />
              )}
              {!isPending && !isEmulated && <RecordedHandset agent={agent} phoneNumber={phoneNumber} onBack={toAll} />}
            </div>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5, md: 4 }}>
            <Stack>
              <Allowed to="sendState">
                <SendState agentId={agent.agentId} phoneNumber={phoneNumber} />
              </Allowed>
              {isEmulated && (
                <Allowed to="sendState">
                  <HandsetSettingsForm key={phoneNumber} phoneNumber={phoneNumber} />
                </Allowed>
              )}
              <LinkButton
                variant="default"
                to="/agents/$agentId/conversations/{-$phoneNumber}"
                params={{ agentId: agent.agentId, phoneNumber }}
              >
                {texts.phone.whyThat}
              </LinkButton>
            </Stack>
          </Grid.Col>
        </>
      )}
    </Grid>
  );
}

function AddPhone({ agent: { agentId } }: { agent: Agent }) {
  const navigate = useNavigate();
  return (
    <Paper withBorder p="md">
      <Allowed to="registerDevice">
        <AddDevice
          agentId={agentId}
          onAdded={(phoneNumber) =>
            void navigate({ to: '/agents/$agentId/phone/{-$phoneNumber}', params: { agentId, phoneNumber } })
          }
        />
      </Allowed>
    </Paper>
  );
}

function RegisterFirst({ agentId, phoneNumber }: { agentId: string; phoneNumber: string }) {
  const register = useChange(
    () => api.POST('/agents/{agentId}/devices', { params: { path: { agentId } }, body: { phoneNumber } }),
    { refreshes: [pathOf`/agents/${agentId}/devices`] },
  );
  return (
    <Alert color="yellow" title={texts.phone.notRegistered}>
      <Group justify="space-between">
        <Text size="sm">{texts.phone.notMessaged}</Text>
        <Offered to="registerDevice">
          <Button size="xs" onClick={() => register.mutate(undefined)} loading={register.isPending}>
            {texts.phone.register}
          </Button>
        </Offered>
      </Group>
    </Alert>
  );
}
