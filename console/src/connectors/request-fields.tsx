/** A request, filled in: its method, its address, its headers and its body. */
import { ActionIcon, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import { type Fault, METHODS, type Request } from './request.ts';

type Props = { request: Request; onChange: (request: Request) => void; fault: Fault | null };

export function RequestFields({ request, onChange, fault }: Props) {
  const { method, address, headers, body } = request;
  const { pieces, connectors } = texts;
  const set = (change: Partial<Request>) => onChange({ ...request, ...change });
  const setHeader = (index: number, header: Request['headers'][number]) =>
    set({ headers: headers.with(index, header) });
  const errorAt = (place: Fault['at']) => (fault?.at === place ? fault.fault : undefined);
  return (
    <Stack gap="sm">
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <NativeSelect
          label={connectors.method}
          data={METHODS}
          value={method}
          onChange={({ currentTarget }) => set({ method: currentTarget.value })}
        />
        <TextInput
          style={{ flex: 1 }}
          label={connectors.address}
          description={connectors.curlForm}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="https://api.example.com/orders/{order}"
          value={address}
          onChange={({ currentTarget }) => set({ address: currentTarget.value })}
          error={address === '' ? undefined : errorAt('address')}
        />
      </Group>
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no id; its place identifies it
        <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
          <TextInput
            style={{ flex: 1 }}
            label={connectors.header(index + 1)}
            value={name}
            onChange={({ currentTarget }) => setHeader(index, [currentTarget.value, value])}
          />
          <TextInput
            style={{ flex: 2 }}
            label={connectors.headerValue(index + 1)}
            value={value}
            onChange={({ currentTarget }) => setHeader(index, [name, currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={pieces.removeNamed(connectors.header(index + 1))}
            onClick={() => set({ headers: headers.toSpliced(index, 1) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {body !== undefined && (
        <Textarea
          label={connectors.body}
          description={connectors.bodyForm}
          placeholder={'{ "order": "{order}" }'}
          autosize
          minRows={2}
          value={body}
          onChange={({ currentTarget }) => set({ body: currentTarget.value })}
          error={body === '' ? undefined : errorAt('body')}
        />
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => set({ headers: [...headers, ['', '']] })}
        >
          {connectors.addHeader}
        </Button>
        {body === undefined ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ body: '', method: method === 'GET' ? 'POST' : method })}
          >
            {connectors.addBody}
          </Button>
        ) : (
          <Button size="xs" variant="subtle" color="gray" onClick={() => set({ body: undefined })}>
            {connectors.removeBody}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
