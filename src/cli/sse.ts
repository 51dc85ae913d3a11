/** Server-sent events, the subset that the service and the emulator send: one `event`, one line of `data`, perhaps an `id`. */

export type ServerSentEvent = { event: string; data: string; id: string | undefined };

/** Ends when the stream does. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let unread = '';
  for await (const chunk of stream) {
    const blocks = (unread + decoder.decode(chunk, { stream: true })).split('\n\n');
    unread = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = field('data');
      if (data !== undefined) yield { event: field('event') ?? 'message', data, id: field('id') };
    }
  }
}
