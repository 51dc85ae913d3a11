/** An agent and its configuration: the specification's fields, and those that docs/spec-choices.md adds. */
import Type, { type Static } from 'typebox';
import type { FieldError } from '../errors.ts';
import type { Endpoint, Target } from './endpoint.ts';
import { Identity } from './identity.ts';
import { OptOut } from './opt-out.ts';
import { Rollout } from './rollout.ts';

export const USE_CASES = ['TRANSACTIONAL', 'PROMOTIONAL', 'MULTI_USE', 'OTP'] as const;
export const UseCase = Type.Enum([...USE_CASES], {
  type: 'string',
  description: 'The use case that the agent is registered for.',
});
export type UseCase = (typeof USE_CASES)[number];

/** `TEST`: messages go to registered test devices only. `LAUNCHED`: to anyone. */
export const AgentMode = Type.Enum(['TEST', 'LAUNCHED'], { type: 'string' });
export type AgentMode = 'TEST' | 'LAUNCHED';

/** A stateId is immutable and has no spaces (specification); the limit is ours: it is in URLs and headers. */
export const STATE_ID_PATTERN = '^[A-Za-z0-9._~:@-]{1,100}$';
export const StateId = Type.String({
  pattern: STATE_ID_PATTERN,
  description: 'Letters, digits and . _ ~ : @ - ; 1 to 100 characters, no spaces.',
});

export const MAX_KEYWORDS = 200;
export const Keyword = Type.Object(
  {
    keyword: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Compared without case and surrounding whitespace.',
    }),
    stateId: StateId,
  },
  { additionalProperties: false },
);
export type Keyword = Static<typeof Keyword>;

/** The form in which keywords are compared: without case and outer white space, accents in one form. */
export function foldedKeyword(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Of two keywords that compare equal the second would never match. `path` is the JSON pointer of the list. */
export function repeatedKeywords(keywords: Keyword[], path: string): FieldError[] {
  const folded = keywords.map(({ keyword }) => foldedKeyword(keyword));
  return folded.flatMap((keyword, index) => {
    const first = folded.indexOf(keyword);
    const message = `is the same as the keyword ${first}: case and surrounding whitespace are ignored`;
    return first === index ? [] : [{ path: `${path}/${index}/keyword`, message }];
  });
}

export const AgentConfig = Type.Object(
  {
    eventForwardUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'Webhook URL, publicly reachable over HTTPS, that receives forwarded events.',
      }),
    ),
    defaultState: Type.Optional(StateId),
    keywords: Type.Optional(Type.Array(Keyword, { maxItems: MAX_KEYWORDS })),
    optOut: Type.Optional(OptOut),
    identity: Type.Optional(Identity),
    publishing: Type.Optional(
      Type.Enum(['immediate', 'explicit'], {
        type: 'string',
        description:
          '`immediate` (if absent): what is saved is live at once. `explicit`: it is a draft until a version is published.',
      }),
    ),
    sessionTtl: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,7}s$',
        description:
          'Whole seconds with an s, from 1s to 99999999s: a session ends after this long without traffic; `86400s` if absent.',
        examples: ['86400s'],
      }),
    ),
    capabilityCheck: Type.Optional(
      Type.Boolean({ description: 'Ask the platform whether the number has RCS before sending; on if absent.' }),
    ),
    platformAgentId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[A-Za-z0-9_.-]+(@rbm\\.goog)?$',
        description: "The agent's id at the RCS platform; the agentId if absent. Only the operator can set it.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type AgentConfig = Omit<Static<typeof AgentConfig>, 'publishing'> & { publishing?: 'immediate' | 'explicit' };

export const Agent = Type.Object({
  agentId: Type.String(),
  accountId: Type.String(),
  brandId: Type.String(),
  name: Type.String(),
  useCase: UseCase,
  mode: AgentMode,
  config: AgentConfig,
  rollout: Type.Optional(Rollout),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});
export type Agent = {
  agentId: string;
  accountId: string;
  brandId: string;
  name: string;
  useCase: UseCase;
  mode: AgentMode;
  config: AgentConfig;
  /** Once a version was published. */
  rollout?: Rollout;
  /** Further endpoints; only of an agent from the cache, and only where there are some. */
  endpoints?: readonly (Endpoint & Target)[];
  createdAt: string;
  updatedAt: string;
};

const AgentName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Display name, 1 to 100 characters.',
});

export const NewAgent = Type.Object(
  {
    name: AgentName,
    brandId: Type.String({ minLength: 1, maxLength: 100 }),
    useCase: UseCase,
    config: Type.Optional(AgentConfig),
  },
  { additionalProperties: false },
);
export type NewAgent = { name: string; brandId: string; useCase: UseCase; config?: AgentConfig };

/** Merged field by field; `null` clears a field of `config`. */
export const AgentPatch = Type.Object(
  {
    name: Type.Optional(AgentName),
    useCase: Type.Optional(UseCase),
    config: Type.Optional(
      Type.Object(
        Object.fromEntries(
          Object.entries(AgentConfig.properties).map(([field, schema]) => [
            field,
            Type.Optional(Type.Union([schema, Type.Null()])),
          ]),
        ),
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type AgentPatch = {
  name?: string;
  useCase?: UseCase;
  config?: { [Field in keyof AgentConfig]?: AgentConfig[Field] | null };
};
