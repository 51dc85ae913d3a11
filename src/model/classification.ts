/**
 * The billing class of a message, for platforms and countries that do not report it. Source: docs/spec-choices.md §6;
 * docs/platform.md, "Billing".
 */
import type { ContentMessage } from './content-message.ts';
import type { RichMessageClassification } from './event.ts';
import type { UserContent } from './notice.ts';
import type { Suggestion } from './suggestion.ts';

/** UTF-8 bytes of text; those of suggestions do not count. */
const SEGMENT_BYTES = 160;

const RICH_MEDIA: RichMessageClassification = { classificationType: 'RICH_MEDIA_MESSAGE', segmentCount: 1 };

/** Of a message that the agent sends, rendered. */
export function classify(contentMessage: ContentMessage): RichMessageClassification {
  const { text, suggestions = [] } = contentMessage;
  return text !== undefined && suggestions.every(isPlain) ? richMessage(text) : { ...RICH_MEDIA };
}

/** Of a user's message: text and chip taps are `RICH_MESSAGE` (specification); a location and a file are not. */
export function classifyUserContent(content: UserContent): RichMessageClassification {
  const text = content.text ?? content.suggestionResponse?.text;
  return text === undefined ? { ...RICH_MEDIA } : richMessage(text);
}

function richMessage(text: string): RichMessageClassification {
  const segmentCount = Math.max(1, Math.ceil(Buffer.byteLength(text) / SEGMENT_BYTES));
  return { classificationType: 'RICH_MESSAGE', segmentCount };
}

/** A reply, a number to dial, or a link that opens in the browser. */
function isPlain({ action }: Suggestion): boolean {
  if (!action || action.dialAction) return true;
  return action.openUrlAction !== undefined && action.openUrlAction.application !== 'WEBVIEW';
}
