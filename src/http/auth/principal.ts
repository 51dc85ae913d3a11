/** Who a caller is. Another kind, such as a person with a role, is another member. */
export type Principal =
  | {
      kind: 'client';
      clientId: string;
      accountId: string;
      /** Of its token; null: all that there are, now and later. */
      scopes: ReadonlySet<string> | null;
    }
  | { kind: 'operator' };
