/**
 * The fields of an agent message, with their lengths and counts: a literal table. Rules that span fields are in
 * `validate.ts`. Source: docs/platform.md, "Messages and their limits".
 *
 * `composeAction` and `paymentRequestAction` are left out on purpose: Google withdrew them, so a client that still
 * sends one gets an error.
 */
import type { Field, Shape } from './proto-json.ts';

const string = (maxLength?: number, tooLong?: string): Field => ({
  type: 'string',
  ...(maxLength !== undefined && { maxLength }),
  ...(tooLong !== undefined && { tooLong }),
});
const words = (...values: string[]): Field => ({ type: 'enum', words: values });
const message = (fields: Record<string, Field>, oneOfs?: Shape['oneOfs']): Field => ({
  type: 'message',
  shape: { fields, ...(oneOfs && { oneOfs }) },
});
const output: Field = { type: 'output' };

const TRAFFIC_TYPES = [
  'MESSAGE_TRAFFIC_TYPE_UNSPECIFIED',
  'AUTHENTICATION',
  'TRANSACTION',
  'PROMOTION',
  'SERVICEREQUEST',
  'ACKNOWLEDGEMENT',
] as const;

const MAX_URL_LENGTH = 2048;
const MAX_POSTBACK_LENGTH = 2048;
const MAX_LABEL_LENGTH = 25;
const MAX_CHIPS = 11;
const MAX_CARD_SUGGESTIONS = 4;
const MAX_CARDS = 10;

const tooLongLabel = (kind: string) =>
  `Within suggested ${kind}, the provided text exceeds the maximum allowed length.`;

const ACTIONS: Record<string, Field> = {
  dialAction: message({ phoneNumber: string() }),
  viewLocationAction: message({
    latLong: message({ latitude: { type: 'double' }, longitude: { type: 'double' } }),
    label: string(),
    query: string(),
  }),
  createCalendarEventAction: message({
    startTime: { type: 'timestamp' },
    endTime: { type: 'timestamp' },
    title: string(100),
    description: string(500),
  }),
  openUrlAction: message({
    url: string(MAX_URL_LENGTH),
    application: words('OPEN_URL_APPLICATION_UNSPECIFIED', 'BROWSER', 'WEBVIEW'),
    webviewViewMode: words('WEBVIEW_VIEW_MODE_UNSPECIFIED', 'FULL', 'HALF', 'TALL'),
    description: string(),
  }),
  shareLocationAction: message({}),
};

const SUGGESTION: Shape = {
  fields: {
    reply: message({
      text: string(MAX_LABEL_LENGTH, tooLongLabel('reply')),
      postbackData: string(MAX_POSTBACK_LENGTH),
    }),
    action: message(
      {
        text: string(MAX_LABEL_LENGTH, tooLongLabel('action')),
        postbackData: string(MAX_POSTBACK_LENGTH),
        fallbackUrl: string(MAX_URL_LENGTH),
        ...ACTIONS,
      },
      { action: Object.keys(ACTIONS) },
    ),
  },
  oneOfs: { option: ['reply', 'action'] },
};

const UPLOADED_FILE = message({ fileName: string(), thumbnailName: string() });
const CONTENT_INFO = message({
  fileUrl: string(MAX_URL_LENGTH),
  thumbnailUrl: string(MAX_URL_LENGTH),
  forceRefresh: { type: 'bool' },
});

const CARD: Shape = {
  fields: {
    title: string(200),
    description: string(2000),
    media: message(
      {
        height: words('HEIGHT_UNSPECIFIED', 'SHORT', 'MEDIUM', 'TALL'),
        uploadedRbmFile: UPLOADED_FILE,
        contentInfo: CONTENT_INFO,
        fileName: string(),
      },
      { content: ['uploadedRbmFile', 'contentInfo', 'fileName'] },
    ),
    suggestions: { type: 'list', shape: SUGGESTION, max: MAX_CARD_SUGGESTIONS },
  },
};

const RICH_CARD = message(
  {
    standaloneCard: message({
      cardOrientation: words('CARD_ORIENTATION_UNSPECIFIED', 'HORIZONTAL', 'VERTICAL'),
      thumbnailImageAlignment: words('THUMBNAIL_IMAGE_ALIGNMENT_UNSPECIFIED', 'LEFT', 'RIGHT'),
      cardContent: { type: 'message', shape: CARD },
    }),
    carouselCard: message({
      cardWidth: words('CARD_WIDTH_UNSPECIFIED', 'SMALL', 'MEDIUM'),
      cardContents: { type: 'list', shape: CARD, max: MAX_CARDS },
    }),
  },
  { card: ['standaloneCard', 'carouselCard'] },
);

export const CONTENT_KINDS = ['text', 'uploadedRbmFile', 'contentInfo', 'richCard', 'fileName'] as const;

export const AGENT_MESSAGE: Shape = {
  fields: {
    contentMessage: message(
      {
        text: string(3072),
        uploadedRbmFile: UPLOADED_FILE,
        contentInfo: CONTENT_INFO,
        richCard: RICH_CARD,
        fileName: string(),
        suggestions: { type: 'list', shape: SUGGESTION, max: MAX_CHIPS },
      },
      { content: CONTENT_KINDS },
    ),
    expireTime: { type: 'timestamp' },
    ttl: { type: 'duration' },
    messageTrafficType: words(...TRAFFIC_TYPES),
    name: output,
    sendTime: output,
    richMessageClassification: output,
    totalPayloadSizeBytes: output,
    carrier: output,
  },
  oneOfs: { expiration: ['expireTime', 'ttl'] },
};

export const AGENT_EVENT: Shape = {
  fields: {
    eventType: words('TYPE_UNSPECIFIED', 'IS_TYPING', 'READ'),
    messageId: string(),
    name: output,
    sendTime: output,
  },
};
