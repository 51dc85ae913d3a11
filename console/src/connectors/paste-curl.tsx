/** A pasted `curl` becomes an operation: of the connector of its host, or of a new one. */
import { Alert, Button, Group, List, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { readCurl } from './curl.ts';

type Props = { accountId: string; connectors: readonly Schemas['Connector'][] };

export function PasteCurl({ accountId, connectors }: Props) {
  const query = { accountId };
  const [text, setText] = useState('');
  const [connectorId, setConnectorId] = useState('');
  const [name, setName] = useState('');
  const read = text.trim() === '' ? null : readCurl(text);
  const found = read && 'operation' in read ? read : null;
  const known = connectors.find((each) => each.connectorId === connectorId);
  const save = useChange(
    async () => {
      const { baseUrl, operation } = found!;
      if (!known)
        return api.POST('/connectors', {
          params: { query },
          body: { connectorId, baseUrl, operations: { [name]: operation } },
        });
      const { connectorId: _id, createdAt: _created, updatedAt: _updated, ...definition } = known;
      const shared = new URL(definition.baseUrl).pathname.replace(/\/$/, '');
      const path = operation.path.startsWith(`${shared}/`) ? operation.path.slice(shared.length) : operation.path;
      const operations = { ...definition.operations, [name]: { ...operation, path } };
      return api.PUT('/connectors/{connectorId}', {
        params: { path: { connectorId }, query },
        body: { ...definition, operations },
      });
    },
    { refreshes: ['/connectors'], quiet: true },
  );
  const isElsewhere = found && known && new URL(known.baseUrl).origin !== found.baseUrl;

  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-labelledby="paste-curl">
      <Stack gap="sm">
        <Title order={2} id="paste-curl">
          {texts.connectors.addOperation}
        </Title>
        <Textarea
          label={texts.connectors.curl}
          description={texts.connectors.curlForm}
          placeholder="curl https://api.example.com/orders/{order}"
          autosize
          minRows={2}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={read && 'fault' in read ? read.fault : undefined}
        />
        {found && (
          <>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {found.operation.method} {found.baseUrl}
              {found.operation.path}
            </Text>
            {found.leftOut.length > 0 && (
              <Alert color="yellow" title={texts.connectors.leftOut}>
                <List size="sm">
                  {found.leftOut.map((each) => (
                    <List.Item key={each}>{each}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            <Group align="flex-start" grow>
              <TextInput
                label={texts.pieces.connector}
                description={known ? texts.connectors.oneMore : texts.connectors.newOne}
                value={connectorId}
                onChange={({ currentTarget }) => setConnectorId(currentTarget.value)}
                error={isElsewhere ? texts.connectors.elsewhere(known.baseUrl) : undefined}
              />
              <TextInput
                label={texts.connectors.operation}
                description={texts.connectors.operationUse}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            </Group>
            <ProblemAlert error={save.error} />
            <Button
              style={{ alignSelf: 'flex-start' }}
              disabled={connectorId === '' || name === '' || Boolean(isElsewhere)}
              loading={save.isPending}
              onClick={() =>
                save.mutate(undefined, {
                  onSuccess: () => {
                    notifyDone(texts.connectors.saved(connectorId, name));
                    setText('');
                    setName('');
                  },
                })
              }
            >
              {texts.connectors.saveOperation}
            </Button>
          </>
        )}
      </Stack>
    </Paper>
  );
}
