/** Saves a state unless somebody else has changed it since it was read: then their version comes back. */
import type { State, StateBody } from '@model/state.ts';
import { ApiProblem, type FieldError } from '#client';
import { api } from '../api.ts';
import { isSame } from './edited-state.ts';
import { bodyOf } from './graph.ts';

type Saved = { warnings: FieldError[] } | { theirs: StateBody };

/** Others may be faster this many times. A proxy that takes the ETag away lets every one fail. */
const MAX_RACES = 3;

/**
 * @param base what is replaced, as far as its author knows
 * @throws ApiProblem
 */
export async function saveState(
  place: { agentId: string; stateId: string },
  base: StateBody,
  body: StateBody,
  races = 0,
): Promise<Saved> {
  const params = { path: place };
  const { document, etag } = await api.tagged<State>('/agents/{agentId}/states/{stateId}', { params });
  const theirs = bodyOf(document);
  if (!isSame(theirs, base) && !isSame(theirs, body)) return { theirs };
  try {
    const headers = { 'if-match': etag };
    const { warnings = [] } = await api.PUT('/agents/{agentId}/states/{stateId}', { params, headers, body });
    return { warnings };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'changed_since') || races === MAX_RACES) throw error;
    // Somebody was faster by a moment: now it can be seen how.
    return saveState(place, base, body, races + 1);
  }
}
