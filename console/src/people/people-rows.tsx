/** Each person, with what an owner may change: the role, a new link, disabled or not, and that they go. */
import { Badge, Button, Group, Select, Table, Text } from '@mantine/core';
import type { Person, PersonPatch } from '@model/person.ts';
import { api } from '../api.ts';
import { ActionTable } from '../pieces/action-table.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { ROLE_CHOICES } from './role-choices.ts';

type Props = { rows: Person[]; onLink: (link: { name: string; url: string }) => void };

export function PeopleRows({ rows, onLink }: Props) {
  return (
    <ActionTable minWidth={820} heads={[texts.pieces.name, texts.people.role, texts.people.lastLogIn]}>
      {rows.map((person) => (
        <Row key={person.personId} person={person} onLink={onLink} />
      ))}
    </ActionTable>
  );
}

function Row({ person, onLink }: { person: Person; onLink: Props['onLink'] }) {
  const { name, email, role, disabled, lastLogInAt, personId } = person;
  const params = { path: { personId } };
  const refreshes = ['/people', '/sessions'];
  const changing = useChange((body: PersonPatch) => api.PATCH('/people/{personId}', { params, body }), { refreshes });
  const removing = useChange(() => api.DELETE('/people/{personId}', { params }), { refreshes });
  const linking = useChange(() => api.POST('/log-in-links', { body: { personId } }), { refreshes: [] });
  return (
    <Table.Tr>
      <Table.Td>
        {name} {disabled && <Badge color="gray">{texts.people.disabled}</Badge>}
        <Text c="dimmed" size="sm">
          {email}
        </Text>
      </Table.Td>
      <Table.Td miw={260}>
        <Select
          aria-label={texts.people.roleOf(name)}
          data={ROLE_CHOICES}
          value={role}
          onChange={(chosen) => chosen && changing.mutate({ role: chosen as Person['role'] })}
          allowDeselect={false}
        />
      </Table.Td>
      <Table.Td>{lastLogInAt ? <Time at={lastLogInAt} /> : <Text c="dimmed">{texts.people.never}</Text>}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {disabled ? (
            <Button size="xs" variant="default" onClick={() => changing.mutate({ disabled: false })}>
              {texts.people.enable}
            </Button>
          ) : (
            <>
              <Button
                size="xs"
                variant="default"
                aria-label={texts.people.newLinkFor(name)}
                loading={linking.isPending}
                onClick={() => linking.mutate(undefined, { onSuccess: ({ url }) => onLink({ name, url }) })}
              >
                {texts.people.newLink}
              </Button>
              <ConfirmButton
                size="xs"
                title={texts.people.askDisable(name)}
                consequence={texts.people.disableEffect}
                confirm={texts.people.disable}
                onConfirm={() => changing.mutateAsync({ disabled: true })}
              >
                {texts.people.disable}
              </ConfirmButton>
            </>
          )}
          <ConfirmButton
            size="xs"
            title={texts.people.askDelete(name)}
            consequence={texts.people.deleteEffect}
            confirm={texts.pieces.delete}
            onConfirm={() => removing.mutateAsync(undefined)}
          >
            {texts.pieces.delete}
          </ConfirmButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
