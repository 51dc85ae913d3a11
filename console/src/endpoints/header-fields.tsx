/** Names and values of the headers that an endpoint wants. A value is typed unseen, and never shown again. */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import { type HeaderRow, headersError, MAX_HEADERS, NEW_ROW, rowError } from './header-rows.ts';

/** In pixels, of a field: the button stands beside its input, also where there is an error below. */
const LABEL_HEIGHT = 25;

type Props = { rows: HeaderRow[]; onChange: (rows: HeaderRow[]) => void; error: unknown };

export function HeaderFields({ rows, onChange, error }: Props) {
  const { connectors, endpoints, pieces } = texts;
  const set = (index: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...change } : row)));
  return (
    <Input.Wrapper
      role="group"
      aria-label={endpoints.headers}
      label={endpoints.headers}
      labelElement="div"
      description={endpoints.headersHint}
      error={headersError(error)}
      errorProps={{ mt: 'xs' }}
    >
      <Stack gap="xs" mt="xs">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header has no id; its place identifies it
          <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
            <TextInput
              style={{ flex: 1 }}
              label={connectors.header(index + 1)}
              placeholder="X-Api-Key"
              maxLength={100}
              readOnly={row.isKept}
              value={row.name}
              onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
              error={rowError(error, row)}
            />
            <TextInput
              style={{ flex: 2 }}
              label={connectors.headerValue(index + 1)}
              type="password"
              autoComplete="new-password"
              maxLength={2000}
              placeholder={row.isKept ? '••••••••' : undefined}
              value={row.value}
              onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              mt={LABEL_HEIGHT}
              aria-label={pieces.removeNamed(row.name.trim() || connectors.header(index + 1))}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < MAX_HEADERS && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => onChange([...rows, NEW_ROW])}
            >
              {connectors.addHeader}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
