/** `parley signing-tokens issue`: a key of X-Service-Signature. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { dim, fields } from '../output.ts';

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
