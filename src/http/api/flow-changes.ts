/** How a flow document differs from the draft, and whether the draft is still the one that the caller has read. */
import { type FieldError, Problem } from '../../errors.ts';
import type { Flow, FlowChanges } from '../../model/flow.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import { type FlowMark, listStateChanges, listStatesSavedSince } from '../../store/flows.ts';
import type { Sql } from '../../store/sql.ts';
import { entityTag, isCurrent } from '../contract/entity-tag.ts';

/** States named when a draft has changed. */
const MAX_STATES_NAMED = 20;

export type Plan = {
  changes: FlowChanges;
  /** What the deletion rule refuses. */
  errors: FieldError[];
};

/** Compares the document with the draft. */
export async function planChanges(sql: Sql, agentId: string, flow: Flow, { settings }: FlowMark): Promise<Plan> {
  const found = await listStateChanges(sql, agentId, flow.states);
  const idsOf = (wanted: string) => found.filter(({ change }) => change === wanted).map(({ stateId }) => stateId);
  const [added, changed, removed] = [idsOf('added'), idsOf('changed'), idsOf('removed')];
  const changes = {
    added,
    changed,
    removed,
    unchanged: Object.keys(flow.states).length - added.length - changed.length,
    keywordsChanged: JSON.stringify(keywordsOf(flow)) !== JSON.stringify(keywordsOf(settings)),
    defaultStateChanged: flow.defaultState !== settings.defaultState,
  };
  return { changes, errors: refusedRemovals(flow, new Set(removed)) };
}

/** Specification, "Deletion rule": a state cannot be removed while another names it as its flow entry. */
function refusedRemovals({ states }: Flow, removed: Set<string>): FieldError[] {
  return Object.entries(states).flatMap(([stateId, body]) => {
    const entry = body?.flowEntryStateId;
    if (typeof entry !== 'string' || !removed.has(entry)) return [];
    const message = `names state "${entry}", which this document removes: a flow entry cannot be removed while in use`;
    return [{ path: pointerTo('states', stateId, 'flowEntryStateId'), message }];
  });
}

/** What a flow consists of, and when a state of it was last saved, for those who come with an old tag. */
export function flowTag(flow: FlowMark): string {
  return contentTag(flow).replace(/"$/, `.${flow.savedAt.toString(36)}"`);
}

export function contentTag({ settings, statesHash }: FlowMark): string {
  return entityTag([statesHash, keywordsOf(settings), settings.defaultState ?? null]);
}

/** @throws Problem `changed_since`, which names what was saved since, as far as the tag tells */
export async function refuseChangedDraft(
  sql: Sql,
  agentId: string,
  draft: FlowMark,
  ifMatch: string | undefined,
): Promise<void> {
  // The same content is the same flow, whenever it was saved.
  if (isCurrent(ifMatch?.replaceAll(/\.[0-9a-z]*"/g, '"'), contentTag(draft))) return;
  const tag = flowTag(draft);
  const readAt = Number.parseInt(/\.([0-9a-z]{1,10})"/.exec(ifMatch!)?.[1] ?? '', 36);
  const saved = Number.isNaN(readAt) ? [] : await listStatesSavedSince(sql, agentId, readAt, MAX_STATES_NAMED);
  const errors = saved.map(({ stateId, updatedAt }) => ({
    path: pointerTo('states', stateId),
    message: `was saved at ${updatedAt.toISOString()}`,
  }));
  const named = saved.map(({ stateId }) => stateId).join(', ');
  const what = named ? `saved since: ${named}` : 'states were removed, or the keywords or the default state changed';
  throw new Problem('changed_since', `The flow has changed (${what}); its ETag is now ${tag}.`, {
    errors,
    headers: { etag: tag },
  });
}

/** Keys in one order: the database has its own. */
function keywordsOf({ keywords = [] }: Pick<Flow, 'keywords'>) {
  return keywords.map(({ keyword, stateId }) => [keyword, stateId]);
}
