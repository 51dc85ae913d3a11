/**
 * Renders a template with given values, for its author. No connector is called, nothing is stored, and a turn's limits
 * apply. http may not import the engine: it gets this through the context.
 */
import type { FieldError } from '../errors.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { PreviewRequest } from '../model/preview.ts';
import type { EngineNeeds } from './decision.ts';
import { TemplateError } from './liquid.ts';
import { startRun } from './run.ts';
import type { Sandbox } from './sandbox.ts';
import { freshSession } from './session.ts';
import { renderMessage } from './template.ts';

/** Nobody has it: 555-0100 to 555-0199 are reserved for fiction. */
const NOBODY = '+12025550100';

type Previewed = { contentMessage: ContentMessage } | { errors: FieldError[] };
/** `template` has already passed `StateChecker`. The errors' paths start at the content message. */
export type Previewer = (accountId: string, request: PreviewRequest, now: string) => Promise<Previewed>;

export function createPreviewer({ renderFor }: Pick<Sandbox, 'renderFor'>): Previewer {
  return async (accountId, { template, params = {}, data = {}, input = {}, message, phoneNumber = NOBODY }, now) => {
    const needs: EngineNeeds = {
      render: renderFor(accountId),
      findState: async () => undefined,
      runOperation: noOperation,
    };
    const session = { ...freshSession(now), params, data, input };
    const run = startRun(needs, { session, phoneNumber, message: null, now });
    run.message = message ?? null;
    try {
      return await renderMessage(run, template.contentMessage);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return { errors: [{ path: error.field, message: `cannot be rendered: ${error.message}` }] };
    }
  };
}

async function noOperation(): Promise<never> {
  throw new Error('a preview asks no connector');
}
