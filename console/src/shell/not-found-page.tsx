/** An address that the console does not have. */
import { IconMapQuestion } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Page } from '../pieces/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        icon={<IconMapQuestion />}
        title="There is no page at this address"
        action={<LinkButton to="/">Go to the start page</LinkButton>}
      >
        It may be mistyped, or the page may have moved.
      </EmptyState>
    </Page>
  );
}
