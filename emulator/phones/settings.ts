/** The knobs of the whole platform: where Google's behaviour is unknown, or a client must be tested for several. */
import Type, { type Static } from 'typebox';

const word = <const Values extends string[]>(values: Values, description: string) =>
  Type.Enum(values, { type: 'string', description });

const milliseconds = (description: string, maximum: number) => Type.Integer({ minimum: 1, maximum, description });

/** Google gives up after seven days. */
const SEVEN_DAYS_MS = 7 * 86_400_000;

const WebhookKnobs = Type.Object(
  {
    duplicatePercent: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'The percentage of acknowledged calls that are repeated.',
    }),
    reorder: Type.Boolean({ description: 'Calls for one handset overtake each other.' }),
    dropSignature: Type.Boolean({ description: 'X-Goog-Signature is left out.' }),
    corruptSignature: Type.Boolean({ description: 'X-Goog-Signature is wrong.' }),
    firstDelayMs: milliseconds('Wait before the first retry.', 600_000),
    factor: Type.Number({ minimum: 1, maximum: 10, description: 'Each wait is this many times the previous one.' }),
    maxDelayMs: milliseconds("The longest wait between two attempts; Google's is 600,000.", 600_000),
    giveUpAfterMs: milliseconds('A call that was not acknowledged for this long is dropped.', SEVEN_DAYS_MS),
    timeoutMs: milliseconds('How long a response may take.', 600_000),
  },
  { additionalProperties: false },
);

export const Settings = Type.Object(
  {
    unknownAgents: word(['accept', 'refuse'], 'accept: an unregistered agent is treated as launched.'),
    duplicateStatus: Type.Enum([200, 409], {
      type: 'integer',
      description: 'The response to an id that was used before.',
    }),
    strictIds: Type.Boolean({ description: 'Message, event and request ids must be UUIDs.' }),
    revoke: word(
      ['strict', 'legacy', 'race'],
      'strict: 404 when delivered or unknown; legacy: always 200; race: 200, and the message is delivered all the same.',
    ),
    actionTaps: word(
      ['message', 'event'],
      'How the tap of an action is reported: a UserMessage, or the event-shaped form.',
    ),
    fetchFiles: Type.Boolean({ description: 'POST /v1/files fetches the URL and checks the content.' }),
    batchRegion: Type.Union([word(['NORTH_AMERICA', 'EUROPE', 'ASIA_PACIFIC'], 'A region'), Type.Null()], {
      description: 'The region whose host this is for users:batchGet; null: any.',
    }),
    lenientHandshake: Type.Boolean({ description: 'The webhook may also answer "secret: <value>".' }),
    webhook: WebhookKnobs,
  },
  { additionalProperties: false, description: 'The knobs of the emulator.' },
);
export type Settings = Static<typeof Settings>;

export const SettingsPatch = Type.Partial(
  Type.Object(
    { ...Settings.properties, webhook: Type.Partial(WebhookKnobs, { additionalProperties: false }) },
    { additionalProperties: false },
  ),
  { additionalProperties: false, description: 'Only the fields to change.' },
);
export type SettingsPatch = Static<typeof SettingsPatch>;

/** Google publishes neither the first delay nor the factor nor its deadline; these suit a development machine. */
export function defaultSettings(): Settings {
  return {
    unknownAgents: 'accept',
    duplicateStatus: 200,
    strictIds: false,
    revoke: 'strict',
    actionTaps: 'message',
    fetchFiles: false,
    batchRegion: null,
    lenientHandshake: false,
    webhook: {
      duplicatePercent: 0,
      reorder: false,
      dropSignature: false,
      corruptSignature: false,
      firstDelayMs: 250,
      factor: 2,
      maxDelayMs: 10_000,
      giveUpAfterMs: SEVEN_DAYS_MS,
      timeoutMs: 10_000,
    },
  };
}

export function mergeSettings(settings: Settings, patch: SettingsPatch): void {
  const { webhook, ...rest } = patch;
  Object.assign(settings, rest);
  Object.assign(settings.webhook, webhook);
}
