/** `parley access-token-keys`: the key that signs access tokens, and its replacement. */
import type { Cli } from '../command.ts';

export async function rotateAccessTokenKey({ api, out }: Cli): Promise<void> {
  const rotated = await api.POST('/access-token-keys');
  out.show(
    rotated,
    () => `${rotated.keyId} signs access tokens now; those signed with the previous key are valid until they expire.`,
  );
}
