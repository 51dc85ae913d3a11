/**
 * `npm run demo`: a whole service with phones, a webhook and a parcel system, and a story played on them and checked
 * against the specification. Exit code 0 only when everything arrived as specified.
 */
import { parseArgs } from 'node:util';
import { answering, greeting, launch, otherContent, testMode, unsubscribing } from './conversation.ts';
import { aside, chapter, ends } from './narrator.ts';
import { startParcels } from './parcels.ts';
import { startService } from './service.ts';
import { createAgent, getToken, saveFlow } from './setting-up.ts';
import type { Stage } from './stage.ts';
import { everythingArrived, expires, noRcs, platformRefuses, webhookFailsTwice, webhookRefuses } from './trouble.ts';
import { startWebhook } from './webhook.ts';

const CHAPTERS: readonly ((stage: Stage) => Promise<void>)[] = [
  saveFlow,
  testMode,
  greeting,
  answering,
  otherContent,
  unsubscribing,
  launch,
  webhookFailsTwice,
  webhookRefuses,
  noRcs,
  platformRefuses,
  expires,
  everythingArrived,
];

/** The webhook then checks signatures with another key, so that the story must fail. */
const { values } = parseArgs({ options: { 'wrong-key': { type: 'boolean', default: false } } });

const begun = performance.now();
const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
const interruption = Promise.withResolvers<never>();
interruption.promise.catch(() => {});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interruption.reject(new Error(`interrupted by ${signal}`)));
}
try {
  await play();
  ends(`Everything arrived as the specification says (${seconds()}).`, true);
} catch (failure) {
  ends(`The story broke off after ${seconds()}.`, false);
  console.error(failure);
  process.exitCode = 1;
}

async function play(): Promise<void> {
  await using open = new AsyncDisposableStack();
  const webhook = open.use(await startWebhook());
  const parcels = open.use(await startParcels());
  if (values['wrong-key']) webhook.signingToken = 'a key that nobody signs with';
  chapter('A service of one command');
  aside('An embedded PostgreSQL, the API and an RCS platform with phones start in a process of their own.');
  const service = open.use(await startService(interruption.promise));
  aside(`Ready at ${service.url} after ${seconds()}.`);
  await Promise.race([tell(service.url), service.died, interruption.promise]);

  async function tell(url: string): Promise<void> {
    const { operator, client } = await getToken(url);
    const agentId = await createAgent(operator, client, webhook);
    const stage: Stage = { operator, client, webhook, parcels, agentId };
    for (const play of CHAPTERS) await play(stage);
  }
}
