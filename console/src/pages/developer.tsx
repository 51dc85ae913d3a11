/** What programs need to call this service, and to verify its events. */
import { Divider } from '@mantine/core';
import { Credentials } from '../developer/credentials.tsx';
import { SignatureChecker } from '../developer/signature-checker.tsx';
import { SigningTokens } from '../developer/signing-tokens.tsx';
import { Page } from '../pieces/page.tsx';

export default function DeveloperPage() {
  return (
    <Page
      title="Developer"
      guide="webhooks"
      description="Credentials for programs that call the API, and the keys that sign what they receive."
    >
      <Credentials />
      <Divider />
      <SigningTokens />
      <Divider />
      <SignatureChecker />
    </Page>
  );
}
