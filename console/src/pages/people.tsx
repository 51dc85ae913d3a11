/** Who may log in to the console: invited by a link, with a role, and put out again. */
import { Alert, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Invite } from '../people/invite.tsx';
import { PeopleRows } from '../people/people-rows.tsx';
import { Sessions } from '../people/sessions.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';

export default function PeoplePage() {
  const people = useList('/people', 'people');
  const [link, setLink] = useState<{ name: string; url: string } | null>(null);
  return (
    <Page title={texts.people.people} description={texts.people.what}>
      <Invite onLink={setLink} />
      {link && (
        <Alert
          color="petrol"
          title={texts.people.linkFor(link.name)}
          withCloseButton
          onClose={() => setLink(null)}
          closeButtonLabel={texts.people.iCopiedIt}
        >
          <Stack gap="xs">
            <Text size="sm">{texts.people.sendLink}</Text>
            <Copyable value={link.url} label={texts.people.link} />
          </Stack>
        </Alert>
      )}
      <Loaded of={people}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconUsers />} title={texts.people.nobody}>
              {texts.people.nobodyYet}
            </EmptyState>
          ) : (
            <PeopleRows rows={rows} onLink={setLink} />
          )
        }
      </Loaded>
      <MoreButton of={people} />
      <Sessions />
    </Page>
  );
}
