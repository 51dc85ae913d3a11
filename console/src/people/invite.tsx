/** Lets somebody in: a person with a role, and the link for the first log-in. */
import { Button, Group, Select, TextInput } from '@mantine/core';
import type { Role } from '@model/role.ts';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { ROLE_CHOICES } from './role-choices.ts';

type Props = { onLink: (link: { name: string; url: string }) => void };

export function Invite({ onLink }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('author');
  const inviting = useChange(
    async () => {
      const { personId } = await api.POST('/people', { body: { name, email, role } });
      return api.POST('/log-in-links', { body: { personId } });
    },
    { refreshes: ['/people'] },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    inviting.mutate(undefined, {
      onSuccess: ({ url }) => {
        setName('');
        setEmail('');
        onLink({ name, url });
      },
    });
  }

  return (
    <Group component="form" align="flex-end" onSubmit={submit}>
      <TextInput
        label={texts.pieces.name}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(inviting.error, '/name')}
      />
      <TextInput
        label={texts.people.email}
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fieldError(inviting.error, '/email')}
      />
      <Select
        label={texts.people.role}
        data={ROLE_CHOICES}
        value={role}
        onChange={(chosen) => setRole((chosen ?? 'reader') as Role)}
        allowDeselect={false}
        miw={260}
      />
      <Button type="submit" loading={inviting.isPending}>
        {texts.people.invite}
      </Button>
    </Group>
  );
}
