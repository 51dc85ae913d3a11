/** The systems that flows may call: their operations, each to be run now, and a new one from a pasted `curl`. */
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PasteCurl } from '../connectors/paste-curl.tsx';
import { RunOperation } from '../connectors/run-operation.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { useList } from '../queries.ts';

export default function ConnectorsPage() {
  const connectors = useList('/connectors', 'connectors');
  return (
    <Page title="Connectors" guide="connectors" description="The systems that flows ask before they answer.">
      <Loaded of={connectors}>
        {(rows) => (
          <>
            {rows.map((connector) => (
              <Paper key={connector.connectorId} withBorder p="md" bg="var(--console-surface)" component="section">
                <Stack gap="sm">
                  <Group justify="space-between">
                    <Title order={2}>{connector.connectorId}</Title>
                    <Badge variant="light" tt="none">
                      {counted(Object.keys(connector.operations).length)}
                    </Badge>
                  </Group>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {connector.baseUrl}
                  </Text>
                  {Object.entries(connector.operations).map(([name, operation]) => (
                    <RunOperation key={name} connector={connector} name={name} operation={operation} />
                  ))}
                </Stack>
              </Paper>
            ))}
            <PasteCurl connectors={rows} />
          </>
        )}
      </Loaded>
      <MoreButton of={connectors} />
    </Page>
  );
}

function counted(operations: number): string {
  return operations === 1 ? '1 operation' : `${operations} operations`;
}
