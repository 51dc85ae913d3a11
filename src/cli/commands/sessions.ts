/** `parley sessions`: who is logged in to the console. */
import type { Cli } from '../command.ts';
import { time, wholeTable } from '../output.ts';

export async function listSessions({ api, out }: Cli): Promise<void> {
  const sessions = await api.list('/sessions', 'sessions');
  out.show(
    { sessions },
    () =>
      sessions.length === 0
        ? 'Nobody is logged in to the console.'
        : wholeTable(
            ['SESSION', 'WHO', 'BY', 'FROM', 'SINCE', 'UNTIL'],
            sessions.map(({ sessionId, person, openedBy, address, createdAt, expiresAt }) => [
              sessionId,
              person?.email ?? 'operator key',
              openedBy,
              address,
              time(createdAt),
              time(expiresAt),
            ]),
          ),
    sessions.map(({ sessionId }) => sessionId),
  );
}

export async function endSession({ api, out }: Cli, { sessionId }: { sessionId: string }): Promise<void> {
  await api.DELETE('/sessions/{sessionId}', { params: { path: { sessionId } } });
  out.show({ sessionId, ended: true }, () => `${sessionId} has ended.`);
}
