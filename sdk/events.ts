/** The bodies of webhooks, as unions that a field tells apart. Their fields come from the OpenAPI document. */
import type { Schemas } from '../client/index.ts';

/** One of the keys, and none of the others. */
type OneOf<Fields> = {
  [Key in keyof Fields]-?: Required<Pick<Fields, Key>> & { [Other in Exclude<keyof Fields, Key>]?: never };
}[keyof Fields];

type Content = 'text' | 'suggestionResponse' | 'location' | 'userFile';
type Message = Schemas['UserMessage'];
/** Has exactly one of `text`, `suggestionResponse`, `location` and `userFile`. */
export type UserMessage = Omit<Message, Content> & OneOf<Pick<Message, Content>>;

/** By `eventType`: `DELIVERED`, `READ`, `IS_TYPING`, `SUBSCRIBE`, `UNSUBSCRIBE`. */
export type UserEvent = {
  [Type in Schemas['UserEvent']['eventType']]: Omit<Schemas['UserEvent'], 'eventType'> & { eventType: Type };
}[Schemas['UserEvent']['eventType']];

type Outcome = Schemas['ServerEvent'];
/** The fields that only one type of event has. */
type Own = {
  SENT: Pick<Outcome, 'richMessageClassification'>;
  FAILED: Pick<Outcome, 'errorCode' | 'errorMessage'>;
};
type Common = Omit<Outcome, 'eventType' | keyof Own['SENT'] | keyof Own['FAILED']>;
/** By `eventType`: `SENT`, `FAILED`, `TTL_EXPIRATION_REVOKED`, `TTL_EXPIRATION_REVOKE_FAILED`. */
export type ServerEvent = {
  [Type in Outcome['eventType']]: Common & { eventType: Type } & (Type extends keyof Own ? Own[Type] : unknown);
}[Outcome['eventType']];

type Delivery<Class extends string, Data> = {
  class: Class;
  /** The same for every attempt: keep four days of them, and ignore any that was there before. */
  id: string;
  data: Data;
};

/** One webhook, told apart by `class`. */
export type WebhookEvent =
  | (Delivery<'UserMessage', UserMessage> & {
      /** The id of the reply's state, or the keyword that led to it. It is not covered by the signature. */
      response?: string;
    })
  | Delivery<'UserEvent', UserEvent>
  | Delivery<'ServerEvent', ServerEvent>;
