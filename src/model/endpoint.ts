/** A further endpoint of an agent, beside its own webhook: where it is, and which events it gets. */
import Type, { type Static } from 'typebox';
import { type Headers, HeadersPatch, MaskedHeaders, NewHeaders, type SealedHeaders } from './endpoint-headers.ts';
import { EVENT_CLASSES, type EventClass, SERVER_EVENT_TYPES, type StoredEvent, USER_EVENT_TYPES } from './event.ts';

/** The endpointId of an agent's own webhook, its `eventForwardUrl`. */
export const OWN_WEBHOOK = '';

/** Which endpoint of which agent. */
export type EndpointKey = { agentId: string; endpointId: string };

/** One text for each, for maps. */
export const endpointName = ({ agentId, endpointId }: EndpointKey) => `${agentId} ${endpointId}`;

/** For a line of the log. */
export const named = ({ agentId, endpointId }: EndpointKey) => ({
  agentId,
  ...(endpointId !== OWN_WEBHOOK && { endpointId }),
});

/** Each event is a row and a request for every endpoint that gets it. */
export const MAX_ENDPOINTS = 10;

const CONTENT_TYPES = ['text', 'suggestion', 'location', 'file'] as const;
const TYPES = [...CONTENT_TYPES, ...USER_EVENT_TYPES, ...SERVER_EVENT_TYPES] as const;

/** More than one process sends in that time, and a client that wants less wants none. */
const MAX_PER_SECOND = 10_000;

const fields = {
  url: Type.String({ maxLength: 2048, description: 'Publicly reachable over HTTPS.' }),
  description: Type.Optional(Type.String({ maxLength: 200, description: 'For people: whose it is, what it does.' })),
  classes: Type.Optional(
    Type.Array(Type.Enum([...EVENT_CLASSES], { type: 'string' }), {
      minItems: 1,
      maxItems: EVENT_CLASSES.length,
      uniqueItems: true,
      description: 'Only events of these classes; all if absent.',
    }),
  ),
  types: Type.Optional(
    Type.Array(Type.Enum([...TYPES], { type: 'string' }), {
      minItems: 1,
      maxItems: TYPES.length,
      uniqueItems: true,
      description:
        'Only events of these types, as in the list of events: `eventType`, or of a UserMessage what it has. All if absent.',
    }),
  ),
  perSecond: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PER_SECOND,
      description:
        'Requests a second that it gets at most, from all processes together; the others wait. No limit if absent.',
    }),
  ),
};

const paused = Type.Optional(
  Type.Boolean({ description: 'Whether it gets nothing for now: its events wait, for 30 days at most.' }),
);

export const NewEndpoint = Type.Object(
  { ...fields, headers: Type.Optional(NewHeaders), paused },
  { additionalProperties: false },
);
export type NewEndpoint = {
  url: string;
  description?: string;
  classes?: EventClass[];
  types?: Static<typeof NewEndpoint>['types'] & {};
  perSecond?: number;
  headers?: Headers;
  paused?: boolean;
};

/** `null` clears a field. */
export const EndpointPatch = Type.Object(
  {
    url: Type.Optional(fields.url),
    description: Type.Optional(Type.Union([fields.description, Type.Null()])),
    classes: Type.Optional(Type.Union([fields.classes, Type.Null()])),
    types: Type.Optional(Type.Union([fields.types, Type.Null()])),
    perSecond: Type.Optional(Type.Union([fields.perSecond, Type.Null()])),
    headers: Type.Optional(Type.Union([HeadersPatch, Type.Null()])),
    paused,
  },
  { additionalProperties: false },
);
export type EndpointPatch = { [Field in keyof Omit<NewEndpoint, 'headers'>]?: NewEndpoint[Field] | null } & {
  headers?: HeadersPatch | null;
};

export const Endpoint = Type.Object({
  endpointId: Type.String(),
  agentId: Type.String(),
  ...fields,
  headers: Type.Optional(MaskedHeaders),
  pausedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Since when it is paused; absent if it is not.' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});
export type Endpoint = EndpointKey &
  Omit<NewEndpoint, 'paused' | 'headers'> & {
    headers?: MaskedHeaders;
    pausedAt?: string;
    createdAt: string;
    updatedAt: string;
  };

/** Whether it gets anything now, and how much at most. */
export type Pace = Pick<Endpoint, 'pausedAt' | 'perSecond'>;

/** Where what an agent's endpoint gets is sent, and the headers it gets with it. */
export type Target = Pick<Endpoint, 'url'> & Pace & { sealedHeaders?: SealedHeaders };

/** The agent's own webhook or a further endpoint; undefined when it has none, or there is none. */
export function targetOf(agent: AgentEndpoints, endpointId: string): Target | undefined {
  const { eventForwardUrl: url } = agent.config;
  if (endpointId === OWN_WEBHOOK) return url === undefined ? undefined : { url };
  return agent.endpoints?.find((endpoint) => endpoint.endpointId === endpointId);
}

type AgentEndpoints = { config: { eventForwardUrl?: string }; endpoints?: readonly (Endpoint & Target)[] };

/** Whether it gets the event. */
export function gets(
  { classes, types }: Pick<NewEndpoint, 'classes' | 'types'>,
  event: Pick<StoredEvent, 'class' | 'type'>,
): boolean {
  return (
    (classes === undefined || classes.includes(event.class)) &&
    (types === undefined || (types as readonly string[]).includes(event.type))
  );
}
