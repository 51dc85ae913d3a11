/** What programs need to call this service, and to verify its events. */
import { Divider } from '@mantine/core';
import { Credentials } from '../developer/credentials.tsx';
import { SignatureChecker } from '../developer/signature-checker.tsx';
import { SigningTokens } from '../developer/signing-tokens.tsx';
import { Page } from '../pieces/page.tsx';
import { texts } from '../texts/texts.ts';

export default function DeveloperPage() {
  return (
    <Page title={texts.shell.developer} guide="webhooks" description={texts.developer.whatIsHere}>
      <Credentials />
      <Divider />
      <SigningTokens />
      <Divider />
      <SignatureChecker />
    </Page>
  );
}
