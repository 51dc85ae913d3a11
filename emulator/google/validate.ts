/**
 * The platform's validation of an agent message. It deliberately shares nothing with the service's own check of a
 * content message: two readings of the same rules find each other's mistakes. Source: docs/platform.md, "Messages and
 * their limits" and "Traffic type".
 */
import { type Card, type Content, cardsOf, type Media, type Suggestion } from './content.ts';
import { AGENT_MESSAGE, CONTENT_KINDS } from './content-shapes.ts';
import { invalid } from './google-error.ts';
import { readMessage } from './proto-json.ts';

export const USE_CASES = ['TRANSACTIONAL', 'PROMOTIONAL', 'OTP', 'MULTI_USE'] as const;
export type UseCase = (typeof USE_CASES)[number];

export type AgentMessage = {
  content: Content;
  messageTrafficType: string | null;
  /** Milliseconds since 1970. */
  expireMs: number | null;
};

const MAX_MESSAGE_BYTES = 250 * 1024;
const MAX_LIFETIME_MS = 15 * 86_400_000;
const MIN_CARDS = 2;

/** Which use cases may send which traffic. Types not listed are open to all. */
const TRAFFIC_USE_CASES: Record<string, readonly UseCase[]> = {
  AUTHENTICATION: ['OTP'],
  TRANSACTION: ['TRANSACTIONAL', 'MULTI_USE'],
  PROMOTION: ['PROMOTIONAL', 'MULTI_USE'],
};

/** `useCase` is null for an agent whose use case is unknown. @throws GoogleError 400 for the first fault. */
export function readAgentMessage(
  body: unknown,
  request: { bytes: number; nowMs: number; useCase: UseCase | null },
): AgentMessage {
  if (request.bytes > MAX_MESSAGE_BYTES) throw invalid('The message exceeds the maximum size of 250 KB.', AT);
  const message = readMessage(body, AGENT_MESSAGE, AT);
  const content = message['contentMessage'] as Content | undefined;
  if (!content) throw invalid('A content message is required.', CONTENT_AT);
  checkContent(content);
  const messageTrafficType = (message['messageTrafficType'] as string | undefined) ?? null;
  checkTrafficType(messageTrafficType, request.useCase);
  return { content, messageTrafficType, expireMs: readExpiry(message, request.nowMs) };
}

const AT = 'agent_message';
const CONTENT_AT = 'agent_message.content_message';

function checkContent(content: Content): void {
  const kind = CONTENT_KINDS.find((name) => content[name] !== undefined);
  if (!kind) throw invalid(`One of ${CONTENT_KINDS.join(', ')} is required.`, CONTENT_AT);
  if (kind === 'text' && content.text === '') throw invalid('The text is empty.', `${CONTENT_AT}.text`);
  if (kind === 'richCard') checkRichCard(content);
  else checkFile(content, CONTENT_AT);
  checkSuggestions(content.suggestions, CONTENT_AT);
}

function checkRichCard(content: Content): void {
  const at = `${CONTENT_AT}.rich_card`;
  const { standaloneCard, carouselCard } = content.richCard ?? {};
  if (!standaloneCard && !carouselCard) throw invalid('A standalone card or a carousel is required.', at);
  const cards = cardsOf(content);
  if (standaloneCard && cards.length === 0) throw invalid('The card has no content.', `${at}.standalone_card`);
  if (carouselCard && cards.length < MIN_CARDS) {
    throw invalid(`A carousel has at least ${MIN_CARDS} cards.`, `${at}.carousel_card.card_contents`);
  }
  for (const card of cards) checkCard(card, at);
  if (standaloneCard?.cardOrientation === 'HORIZONTAL') checkHorizontal(cards[0]!, at);
  if (carouselCard?.cardWidth === 'SMALL' && cards.some((card) => card.media?.height === 'TALL')) {
    throw invalid('Media of height TALL does not fit a carousel of width SMALL.', `${at}.carousel_card`);
  }
}

function checkCard(card: Card, at: string): void {
  if (!card.media && !card.title && !card.description) {
    throw invalid('A card needs at least one of media, title and description.', at);
  }
  if (card.media) {
    const { uploadedRbmFile, contentInfo, fileName } = card.media;
    if (!uploadedRbmFile && !contentInfo && fileName === undefined) throw invalid('The media has no content.', at);
    checkFile(card.media, at);
  }
  checkSuggestions(card.suggestions, at);
}

function checkHorizontal(card: Card, at: string): void {
  if (card.media && !card.title && !card.description && !card.suggestions) {
    throw invalid('A horizontal card with media also needs a title, a description or suggestions.', at);
  }
}

function checkFile(media: Omit<Media, 'height'>, at: string): void {
  if (media.fileName === '') throw invalid('The file name is empty.', at);
  if (media.uploadedRbmFile && !media.uploadedRbmFile.fileName) throw invalid('The file name is missing.', at);
  if (!media.contentInfo) return;
  const { fileUrl, thumbnailUrl } = media.contentInfo;
  if (!fileUrl || !isWebUrl(fileUrl)) throw invalid('The file URL is not an http or https URL.', at);
  if (thumbnailUrl && !isWebUrl(thumbnailUrl)) throw invalid('The thumbnail URL is not an http or https URL.', at);
}

function checkSuggestions(suggestions: Suggestion[] | undefined, at: string): void {
  suggestions?.forEach((suggestion, index) => {
    const problem = problemOf(suggestion);
    if (problem) throw invalid(problem, `${at}.suggestions[${index}]`);
  });
}

function problemOf({ reply, action }: Suggestion): string | null {
  if (!reply && !action) return 'A suggestion is a reply or an action.';
  if (!(reply ?? action)?.text) return 'The text of the suggestion is missing.';
  if (!action) return null;
  if (action.fallbackUrl && !URL.canParse(action.fallbackUrl)) return 'The fallback URL is not a valid URI.';
  const { dialAction, viewLocationAction, createCalendarEventAction, openUrlAction, shareLocationAction } = action;
  if (dialAction) return /^[\d+*#]+$/.test(dialAction.phoneNumber ?? '') ? null : 'The phone number cannot be dialled.';
  if (viewLocationAction) return locationProblem(viewLocationAction);
  if (createCalendarEventAction) {
    const { startTime, endTime, title } = createCalendarEventAction;
    return startTime && endTime && title ? null : 'A calendar event needs a start time, an end time and a title.';
  }
  if (openUrlAction) return URL.canParse(openUrlAction.url ?? '') ? null : 'The URL to open is not a valid URI.';
  return shareLocationAction ? null : 'The suggested action does nothing.';
}

function locationProblem({ latLong, query }: NonNullable<NonNullable<Suggestion['action']>['viewLocationAction']>) {
  if (!latLong) return query ? null : 'A location is given by latLong or by query.';
  const isOnEarth = Math.abs(latLong.latitude ?? 0) <= 90 && Math.abs(latLong.longitude ?? 0) <= 180;
  return isOnEarth ? null : 'The latitude or the longitude is out of range.';
}

function checkTrafficType(trafficType: string | null, useCase: UseCase | null): void {
  if (useCase === null) return;
  const at = `${AT}.message_traffic_type`;
  if (trafficType === null) {
    if (useCase === 'MULTI_USE') throw invalid('Agents of use case MULTI_USE must specify a message traffic type.', at);
    return;
  }
  if (TRAFFIC_USE_CASES[trafficType]?.includes(useCase) === false) {
    throw invalid(`Agents of use case ${useCase} cannot send ${trafficType} messages.`, at);
  }
}

function readExpiry(message: Record<string, unknown>, nowMs: number): number | null {
  const { ttl, expireTime } = message as { ttl?: string; expireTime?: string };
  if (ttl === undefined && expireTime === undefined) return null;
  const expireMs = ttl === undefined ? Date.parse(expireTime!) : nowMs + Number(ttl.slice(0, -1)) * 1000;
  if (ttl?.startsWith('-')) throw invalid('The ttl is negative.', `${AT}.ttl`);
  if (expireMs - nowMs > MAX_LIFETIME_MS) throw invalid('A message can live for 15 days at most.', AT);
  return expireMs;
}

function isWebUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
