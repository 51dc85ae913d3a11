/** The conversations of an agent, and beside them the one that is open. On a narrow screen one of the two is shown. */
import { Box, Grid, Select, Text, TextInput } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Conversation } from '../conversations/conversation.tsx';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { LinkButton, LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Offered } from '../pieces/allowed.tsx';
import { CloseButton } from '../pieces/close-button.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { useList } from '../queries.ts';
import { MakeTest } from '../tests/make-test.tsx';
import { texts } from '../texts/texts.ts';

/** Rows that fill the list: with fewer the next page is fetched at once. */
const ENOUGH = 20;

const from = '/agents/$agentId/conversations/{-$phoneNumber}';

export default function ConversationsPage() {
  const { agentId, phoneNumber } = useParams({ from });
  const { begins, standing } = useSearch({ from });
  const navigate = useNavigate({ from });
  const query = { ...(begins !== undefined && { phoneNumberPrefix: String(begins) }), ...(standing && { standing }) };
  const conversations = useList('/agents/{agentId}/conversations', 'conversations', {
    params: { path: { agentId }, query },
  });
  const { data: rows, hasNextPage, isFetching, fetchNextPage } = conversations;
  // Few of very many are like this: a page looks at a part of them, and may find none.
  useEffect(() => {
    if (rows && rows.length < ENOUGH && hasNextPage && !isFetching) void fetchNextPage();
  }, [rows, hasNextPage, isFetching, fetchNextPage]);
  const all = { agentId, phoneNumber: undefined };
  const breadcrumb = (
    <LinkText key="conversations" to={from} params={all}>
      {texts.shell.conversations}
    </LinkText>
  );
  const actions = phoneNumber !== undefined && (
    <>
      <Offered to="putTest">
        <MakeTest agentId={agentId} phoneNumber={phoneNumber} />
      </Offered>
      <LinkButton variant="default" to="/agents/$agentId/phone/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
        {texts.trace.openPhone}
      </LinkButton>
      <CloseButton label={texts.trace.close} onClose={() => void navigate({ to: from, params: all, search: true })} />
    </>
  );
  return (
    <AgentPage
      title={phoneNumber ?? texts.shell.conversations}
      breadcrumbs={phoneNumber === undefined ? [] : [breadcrumb]}
      actions={actions}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4, lg: 3 }} {...(phoneNumber !== undefined && { visibleFrom: 'md' })}>
          <TextInput
            mb="sm"
            label={texts.trace.search}
            placeholder="+1202555"
            inputMode="tel"
            defaultValue={begins ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                search: ({ begins: _, ...others }) => ({ ...others, ...beginsWith(value) }),
                replace: true,
              })
            }
          />
          <Select
            mb="sm"
            label={texts.trace.standing}
            placeholder={texts.events.any}
            clearable
            data={Object.entries(texts.trace.standings).map(([value, label]) => ({ value, label }))}
            value={standing ?? null}
            onChange={(value) =>
              void navigate({
                search: ({ standing: _, ...others }) => ({
                  ...others,
                  ...(value !== null && { standing: value as keyof typeof texts.trace.standings }),
                }),
                replace: true,
              })
            }
          />
          <Loaded of={conversations}>
            {(rows) =>
              rows.length === 0 && Object.keys(query).length > 0 ? (
                <Text c="dimmed">{texts.trace.noneLikeIt}</Text>
              ) : rows.length === 0 ? (
                <EmptyState icon={<IconMessages />} title={texts.trace.none}>
                  {texts.trace.noneReason}
                </EmptyState>
              ) : (
                <ConversationList agentId={agentId} rows={rows} selected={phoneNumber} />
              )
            }
          </Loaded>
          <Box mt="sm" ta="center">
            <MoreButton of={conversations} />
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, lg: 9 }} {...(phoneNumber === undefined && { visibleFrom: 'md' })}>
          {phoneNumber !== undefined ? (
            <Conversation key={phoneNumber} agentId={agentId} phoneNumber={phoneNumber} />
          ) : (
            conversations.data !== undefined &&
            conversations.data.length > 0 && <Text c="dimmed">{texts.trace.choose}</Text>
          )}
        </Grid.Col>
      </Grid>
    </AgentPage>
  );
}

/** As typed: only its digits count. */
function beginsWith(typed: string): { begins?: number } {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 15);
  return digits === '' ? {} : { begins: Number(digits) };
}
