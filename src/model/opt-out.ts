/** The words by which a user opts out of an agent and returns to it: a whole message, however it is written. */
import Type, { type Static } from 'typebox';
import type { FieldError } from '../errors.ts';
import type { ConsentAction } from './consent.ts';
import { holdsLiquid } from './templated.ts';

/** In one list; more would be a guess at sentences, which no list of words can catch. */
const MAX_WORDS = 100;
const MAX_WORD_LENGTH = 100;
/** Characters. A longer message is more than a word with something around it, and is not checked. */
const MAX_MESSAGE_LENGTH = 200;
/** Characters: the platform's longest text. */
const MAX_TEXT_LENGTH = 3072;

const Words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_WORD_LENGTH }), { maxItems: MAX_WORDS, description });

export const OptOut = Type.Object(
  {
    words: Type.Optional(
      Words(
        'Messages that opt the user out, in place of the default ones; STOP, BAJA and PARAR, which the platform sends, always do. Compared as whole messages, without case, accents, punctuation and whitespace.',
      ),
    ),
    returnWords: Type.Optional(
      Words(
        'Messages that opt the user back in, in place of the default ones; START, ALTA, DÉMARRER and COMEÇAR, which the platform sends, always do.',
      ),
    ),
    acknowledgement: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TEXT_LENGTH,
        pattern: '\\S',
        description:
          'The reply to an opt-out word, sent once and verbatim; none if absent. A keyword of the agent for the word takes precedence.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How users opt out and back in.' },
);
export type OptOut = Static<typeof OptOut>;

/**
 * What the platform sends when its own button is tapped, by country: these always count. Source: docs/platform.md,
 * "Opting out".
 */
const PLATFORM_WORDS: Record<ConsentAction, readonly string[]> = {
  OPT_OUT: ['stop', 'baja', 'parar'],
  OPT_IN: ['start', 'alta', 'démarrer', 'começar'],
};

/**
 * By language. The English ones are those that the FCC names, and the carriers' STOPALL. The others are what users of
 * text messages write in these languages; words that often answer an ordinary question are left out.
 */
const USUAL_WORDS: Record<ConsentAction, readonly string[]> = {
  OPT_OUT: [
    ...['stop all', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
    ...['dar de baja', 'darme de baja', 'cancelar', 'desuscribir', 'desuscribirme'],
    ...['sair', 'cancelar inscrição', 'descadastrar'],
    ...['arrêt', 'arrêter', 'désabonner', 'me désabonner', 'désinscription'],
    ...['stopp', 'abmelden', 'abbestellen'],
    ...['disiscrivimi', 'disiscrizione', 'cancellami'],
    ...['afmelden', 'uitschrijven'],
    ...['avregistrera', 'avmeld', 'afmeld', 'lopeta'],
    ...['wypisz', 'odhlásit', 'iptal'],
    ...['стоп', 'отписаться', 'berhenti', 'बंद करो', '配信停止', '수신거부'],
  ],
  OPT_IN: [
    ...['unstop', 'subscribe', 'opt in'],
    ...['suscribir', 'suscribirme', 'inscrever', "s'abonner", 'anmelden', 'iscrivimi', 'aanmelden'],
  ],
};

export type SaidWord = { action: ConsentAction; word: string };

/** The compared form: letters and digits alone, without case, accents and Unicode variants. */
export function foldedWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]|[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase();
}

type Index = ReadonlyMap<string, SaidWord>;

function indexOf(optOut: OptOut): Index {
  const entries = (action: ConsentAction, own: readonly string[] = USUAL_WORDS[action]) =>
    [...PLATFORM_WORDS[action], ...own].map((word) => [foldedWord(word), { action, word }] as const);
  // A word in both would opt out; `checkOptOut` prevents that.
  return new Map([...entries('OPT_IN', optOut.returnWords), ...entries('OPT_OUT', optOut.words)]);
}

const USUAL: OptOut = {};
/** An agent's configuration is read now and then, its words are looked up for every message. */
const indexes = new WeakMap<OptOut, Index>();

/** The opt-out or return word that this message is, if any. */
export function wordSaid(text: string | undefined, optOut: OptOut = USUAL): SaidWord | null {
  if (text === undefined || text.length > MAX_MESSAGE_LENGTH) return null;
  const index = indexes.get(optOut) ?? indexOf(optOut);
  indexes.set(optOut, index);
  return index.get(foldedWord(text)) ?? null;
}

/** The rules beyond the schema. `path` is the JSON pointer of `optOut`. */
export function checkOptOut(optOut: OptOut, path: string): FieldError[] {
  const { words = [], returnWords = [], acknowledgement = '' } = optOut;
  const leaving = indexOf(optOut);
  const returning = indexOf({ ...optOut, words: [] });
  const faults = [
    ...faultsOf(words, `${path}/words`, (word) =>
      returning.get(word)?.action === 'OPT_IN' ? 'also opts the user in: one word cannot do both' : null,
    ),
    ...faultsOf(returnWords, `${path}/returnWords`, (word) =>
      leaving.get(word)?.action === 'OPT_OUT' ? 'also opts the user out: one word cannot do both' : null,
    ),
  ];
  if (!holdsLiquid(acknowledgement)) return faults;
  const message = 'is sent verbatim: for Liquid, give the word a keyword that leads to a state';
  return [...faults, { path: `${path}/acknowledgement`, message }];
}

/** `conflict` returns what is wrong with a word in its compared form, beyond the faults within its own list. */
function faultsOf(words: readonly string[], path: string, conflict: (word: string) => string | null): FieldError[] {
  const folded = words.map(foldedWord);
  const faultOf = (word: string, index: number): string | null => {
    const first = folded.indexOf(word);
    if (word === '') return 'needs a letter or a digit: nothing else is compared';
    if (first < index) return `is the same as ${first}: case, accents, punctuation and whitespace are ignored`;
    return conflict(word);
  };
  return folded.flatMap((word, index) => {
    const message = faultOf(word, index);
    return message === null ? [] : [{ path: `${path}/${index}`, message }];
  });
}
