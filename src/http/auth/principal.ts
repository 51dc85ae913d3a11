/** Who a caller is. */
import type { Role } from '../../model/role.ts';

export type Principal =
  | {
      kind: 'client';
      clientId: string;
      accountId: string;
      /** Of its token; null: all that there are, now and later. */
      scopes: ReadonlySet<string> | null;
    }
  /** Sees every account. */
  | { kind: 'person'; personId: string; name: string; email: string; role: Role }
  /** Whoever has the operator key: may do what an owner may, and is nobody by name. */
  | { kind: 'operator' };
