/** A request, filled in or pasted as a `curl`, becomes an operation of a connector that is there, or of a new one. */
import {
  Alert,
  Button,
  Group,
  List,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { readCurl } from './curl.ts';
import { type Request, readRequest } from './request.ts';
import { RequestFields } from './request-fields.tsx';

type Props = { accountId: string; connectors: readonly Schemas['Connector'][] };

const NOTHING: Request = { method: 'GET', address: '', headers: [] };

export function AddOperation({ accountId, connectors }: Props) {
  const query = { accountId };
  const [way, setWay] = useState<'form' | 'curl'>('form');
  const [request, setRequest] = useState(NOTHING);
  const [text, setText] = useState('');
  const [connectorId, setConnectorId] = useState('');
  const [name, setName] = useState('');
  const isEmpty = (way === 'form' ? request.address : text).trim() === '';
  const read = isEmpty ? null : way === 'form' ? readRequest(request) : readCurl(text);
  const found = read && 'operation' in read ? read : null;
  const fault = read && 'fault' in read ? read : null;
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
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-labelledby="add-operation">
      <Stack gap="sm">
        <Title order={2} id="add-operation">
          {texts.connectors.addOperation}
        </Title>
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={texts.connectors.addOperation}
          value={way}
          data={[
            { value: 'form', label: texts.connectors.fillIn },
            { value: 'curl', label: texts.connectors.paste },
          ]}
          onChange={setWay}
        />
        {way === 'form' ? (
          <RequestFields request={request} onChange={setRequest} fault={fault} />
        ) : (
          <Textarea
            label={texts.connectors.curl}
            description={texts.connectors.curlForm}
            placeholder="curl https://api.example.com/orders/{order}"
            autosize
            minRows={2}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={fault?.fault}
          />
        )}
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
                    setRequest(NOTHING);
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
