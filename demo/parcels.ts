/** A parcel system, which the flow calls through a connector: it has one parcel. */
import { listen } from './listen.ts';

export const PARCEL = '4711';

export type Parcels = { url: string; asked: string[] } & AsyncDisposable;

export async function startParcels(): Promise<Parcels> {
  const asked: string[] = [];
  const server = await listen(({ url = '' }) => {
    const number = new URL(url, 'http://localhost').searchParams.get('number') ?? '';
    asked.push(number);
    if (number !== PARCEL) return { status: 404, body: { error: 'unknown parcel' } };
    return { status: 200, body: { number, place: 'Springfield', arrives: 'tomorrow' } };
  });
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
