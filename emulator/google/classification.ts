/**
 * How a message is billed in the United States; other numbers have no such field. Source: docs/platform.md, "Billing".
 */
import { type Content, suggestionsOf } from './content.ts';

const SEGMENT_BYTES = 160;

export function classifyAgentMessage(content: Content): object {
  const isPlain =
    content.text !== undefined && suggestionsOf(content).every(({ action }) => !action || isBasic(action));
  return isPlain ? segments(content.text!) : { classificationType: 'RICH_MEDIA_MESSAGE' };
}

/** Dialling and opening a browser do not make a text rich media; every other action does. */
function isBasic(action: NonNullable<ReturnType<typeof suggestionsOf>[number]['action']>): boolean {
  if (action.openUrlAction) return action.openUrlAction.application !== 'WEBVIEW';
  return action.dialAction !== undefined;
}

export function classifyUserMessage(content: {
  text?: string;
  suggestionResponse?: { text: string; type?: string };
}): object {
  const { text, suggestionResponse } = content;
  if (suggestionResponse?.type === 'ACTION') return { classificationType: 'SUGGESTED_ACTION_CLICK' };
  const typed = text ?? suggestionResponse?.text;
  return typed === undefined ? { classificationType: 'RICH_MEDIA_MESSAGE' } : segments(typed);
}

function segments(text: string): object {
  const segmentCount = Math.max(1, Math.ceil(Buffer.byteLength(text) / SEGMENT_BYTES));
  return { classificationType: 'RICH_MESSAGE', segmentCount };
}
