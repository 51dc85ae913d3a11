/** Checks whether a pasted webhook request's signature fits, or why not. Nothing leaves the browser. */
import { Alert, Button, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { judgeSignature, type Verdict } from './signature.ts';

export function SignatureChecker() {
  const [given, setGiven] = useState({ signingToken: '', body: '', header: '' });
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const set = (field: keyof typeof given) => (value: string) => {
    setGiven((before) => ({ ...before, [field]: value }));
    setVerdict(null);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setVerdict(await judgeSignature(given));
  }

  return (
    <Stack component="section" gap="md" aria-labelledby="signature-checker">
      <div>
        <Title order={2} id="signature-checker">
          {texts.developer.checkSignature}
        </Title>
        <Text c="dimmed" size="sm">
          {texts.developer.checkedHere}
        </Text>
      </div>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={720}>
          <Textarea
            label={texts.developer.body}
            autosize
            minRows={3}
            maxRows={12}
            required
            value={given.body}
            onChange={(event) => set('body')(event.currentTarget.value)}
          />
          <TextInput
            label="X-Service-Signature"
            required
            value={given.header}
            onChange={(event) => set('header')(event.currentTarget.value)}
          />
          <PasswordInput
            label={texts.pieces.signingToken}
            required
            autoComplete="off"
            value={given.signingToken}
            onChange={(event) => set('signingToken')(event.currentTarget.value)}
          />
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            {texts.pieces.check}
          </Button>
          {verdict && (
            <Alert
              role="status"
              color={verdict.matches ? 'petrol' : 'red'}
              title={verdict.matches ? texts.developer.matches : texts.developer.noMatch}
            >
              {verdict.because}
            </Alert>
          )}
        </Stack>
      </form>
    </Stack>
  );
}
