/** An address that the console does not have. */
import { IconMapQuestion } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Page } from '../pieces/page.tsx';
import { texts } from '../texts/texts.ts';

export function NotFoundPage() {
  return (
    <Page title={texts.shell.notFound}>
      <EmptyState
        icon={<IconMapQuestion />}
        title={texts.shell.noPage}
        action={<LinkButton to="/">{texts.shell.toStart}</LinkButton>}
      >
        {texts.shell.noPageReason}
      </EmptyState>
    </Page>
  );
}
