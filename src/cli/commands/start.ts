/** `parley start`: the service in this terminal, until a signal. Its settings are those of the environment. */

export async function start(): Promise<void> {
  await import('../../serve.ts');
}
