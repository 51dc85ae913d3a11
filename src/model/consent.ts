/** Whether a user wants to hear from an agent: each change with its proof, and the effect of the last one. */
import Type, { type Static } from 'typebox';

export const CONSENT_ACTIONS = ['OPT_IN', 'OPT_OUT'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];
const ConsentAction = Type.Enum([...CONSENT_ACTIONS], { type: 'string' });

const CONSENT_SOURCES = ['word', 'message', 'platform_event', 'api'] as const;
const ConsentSource = Type.Enum([...CONSENT_SOURCES], {
  type: 'string',
  description:
    '`word`: the user wrote an opt-out or opt-in word. `message`: an opted-out user wrote anything else to a TRANSACTIONAL or OTP agent. `platform_event`: the RCS platform reported it. `api`: a client recorded it.',
});

/** Characters of evidence that a client may record: a sentence or two, and where to find the rest. */
const MAX_EVIDENCE_LENGTH = 1_000;

export const ConsentChange = Type.Object(
  {
    action: ConsentAction,
    source: ConsentSource,
    at: Type.String({ format: 'date-time', description: 'When the user did it; for `api`, when it was recorded.' }),
    evidence: Type.Object(
      {
        messageId: Type.Optional(Type.String({ description: "The user's message." })),
        eventId: Type.Optional(Type.String({ description: "The platform's event." })),
        text: Type.Optional(Type.String({ description: 'The word that was written, or what the client recorded.' })),
      },
      { description: 'What proves it.' },
    ),
  },
  { description: 'One consent change; the log is append-only.' },
);
export type ConsentChange = Static<typeof ConsentChange>;

export const ConsentRecord = Type.Object(
  {
    action: ConsentAction,
    evidence: Type.String({
      minLength: 1,
      maxLength: MAX_EVIDENCE_LENGTH,
      pattern: '\\S',
      description: 'How it is known, in case it has to be proved.',
      examples: ['Phoned on 3 May, ticket 4711'],
    }),
  },
  { additionalProperties: false },
);
export type ConsentRecord = Static<typeof ConsentRecord>;

/** The result of the last change. */
export const Consent = Type.Object({
  action: ConsentAction,
  source: ConsentSource,
  since: Type.String({ format: 'date-time' }),
});

export type Consent = Static<typeof Consent>;

/** As stored with a conversation. `acknowledged`: this opt-out has had the one message that may answer it. */
export type ConsentState = Consent & { acknowledged: boolean };

export function isOptedOut(consent: ConsentState | null): consent is ConsentState {
  return consent?.action === 'OPT_OUT';
}

/**
 * Null when it changes nothing: it repeats the current consent, or was sent before the opt-out that it would undo. The
 * platform promises no order, so a message overtaken by an opt-out is no return. Opt-outs count whenever sent.
 */
export function changeOf(consent: ConsentState | null, said: ConsentChange): ConsentChange | null {
  if (consent?.action === said.action) return null;
  const isOvertaken = isOptedOut(consent) && Date.parse(said.at) < Date.parse(consent.since);
  return isOvertaken ? null : said;
}

export function consentAfter(
  consent: ConsentState | null,
  change: ConsentChange | null | undefined,
): ConsentState | null {
  if (!change) return consent;
  const { action, source, at } = change;
  return { action, source, since: at, acknowledged: false };
}
