/** The client's access token, kept until shortly before it expires. However many callers, one renewal is under way. */
import type { Answer } from '../client/index.ts';

/** A token is renewed in the last tenth of its life, while it is still good. */
const FRESH = 0.9;

export type Tokens = {
  /** Rejects as the renewal does, where no valid token is left. */
  get: () => Promise<string>;
  /** A token in place of one that was refused. */
  replace: (refused: string) => Promise<string>;
};

type Kept = { token: string; renewAt: number; endsAt: number };

export function createTokens(request: () => Promise<Answer<'/oauth2/token', 'post'>>, now: () => number): Tokens {
  let kept: Kept | null = null;
  let renewal: Promise<string> | null = null;

  async function requested(): Promise<string> {
    const askedAt = now();
    const { access_token, expires_in } = await request();
    const lifeMs = expires_in * 1000;
    kept = { token: access_token, renewAt: askedAt + lifeMs * FRESH, endsAt: askedAt + lifeMs };
    return access_token;
  }

  function renewed(): Promise<string> {
    renewal ??= requested().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  return {
    async get() {
      if (!kept || now() >= kept.endsAt) return renewed();
      // Nobody waits for it, and the next call tries again if it fails.
      if (now() >= kept.renewAt) renewed().catch(() => {});
      return kept.token;
    },
    async replace(refused) {
      return kept && kept.token !== refused ? kept.token : renewed();
    },
  };
}
