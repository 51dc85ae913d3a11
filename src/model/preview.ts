/** Renders a message with given values before any of it is saved: for editors such as the console. */
import Type, { type Static } from 'typebox';
import type { JsonObject } from './json.ts';
import { PhoneNumber } from './phone-number.ts';
import { MAX_PARAMS } from './send-request.ts';
import { Template } from './state.ts';

const values = (name: string) =>
  Type.Optional(
    Type.Unsafe<JsonObject>({
      type: 'object',
      maxProperties: MAX_PARAMS,
      description: `The values of \`${name}.*\` in the template; empty if absent.`,
    }),
  );

export const PreviewRequest = Type.Object(
  {
    template: Template,
    params: values('params'),
    data: values('data'),
    input: values('input'),
    message: values('message'),
    phoneNumber: Type.Optional(PhoneNumber),
  },
  { additionalProperties: false },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

/** The template as it would be sent. */
export const Preview = Template;
export type Preview = Static<typeof Preview>;
