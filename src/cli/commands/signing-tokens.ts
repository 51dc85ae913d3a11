/** `parley signing-tokens`: the keys of X-Service-Signature, and their rotation. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { dim, fields, time, wholeTable } from '../output.ts';

export async function issueSigningToken({ api, out }: Cli): Promise<void> {
  const issued = await api.POST('/signing-tokens', { body: {} });
  const { signingTokenId, signingToken, stage } = issued;
  out.show(issued, () => fields({ signingTokenId, signingToken, stage }), signingToken);
  out.note(
    `\n${dim('The token is shown only once. X-Service-Signature is the base64 of the HMAC-SHA512 of the raw body, keyed with it.')}`,
  );
  if (stage === 'next') {
    out.note(
      `It signs alongside the current one, as X-Service-Signature-Next, until: ${PROGRAM} signing-tokens promote ${signingTokenId}`,
    );
  }
}

export async function listSigningTokens({ api, out }: Cli): Promise<void> {
  const signingTokens = await api.list('/signing-tokens', 'signingTokens');
  out.show(
    { signingTokens },
    () =>
      signingTokens.length === 0
        ? `There are no signing tokens yet, so events are not signed: ${PROGRAM} signing-tokens issue`
        : wholeTable(
            ['SIGNING TOKEN', 'STAGE', 'ACCOUNT', 'CREATED'],
            signingTokens.map(({ signingTokenId, stage, accountId, createdAt }) => [
              signingTokenId,
              stage,
              accountId,
              time(createdAt),
            ]),
          ),
    signingTokens.map(({ signingTokenId }) => signingTokenId),
  );
}

type Which = { signingTokenId: string };

export async function promoteSigningToken({ api, out }: Cli, { signingTokenId }: Which): Promise<void> {
  const token = await api.POST('/signing-tokens/{signingTokenId}/promote', { params: { path: { signingTokenId } } });
  out.show(token, () => `${signingTokenId} is the current signing token now; the old one is the previous.`);
}

export async function retireSigningToken({ api, out }: Cli, { signingTokenId }: Which): Promise<void> {
  await api.DELETE('/signing-tokens/{signingTokenId}', { params: { path: { signingTokenId } } });
  out.show({ signingTokenId, retired: true }, () => `Retired ${signingTokenId}.`);
}
