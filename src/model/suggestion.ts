/** A chip: a suggested reply or a suggested action. Every limit: docs/platform.md, "Messages and their limits". */
import Type, { type Static } from 'typebox';
import { atLeastOneOf, exactlyOneOf, TemplatedNumber, TemplatedText } from './templated.ts';

const MAX_CHIP_TEXT = 25;
const MAX_POSTBACK = 2048;
export const MAX_URL = 2048;

const closed = { additionalProperties: false };

const chip = {
  text: TemplatedText({ minLength: 1, maxLength: MAX_CHIP_TEXT }, 'The label, 1 to 25 characters.'),
  postbackData: TemplatedText(
    { minLength: 1, maxLength: MAX_POSTBACK },
    'What a tap sends back: the id of a state, `{"nextState": …, "params": {…}}`, or any text; up to 2048 characters.',
  ),
};

const Url = TemplatedText(
  { minLength: 1, maxLength: MAX_URL, format: 'uri' },
  'An absolute address, up to 2048 characters.',
);

const DialAction = Type.Object(
  {
    phoneNumber: TemplatedText({ pattern: '^[0-9+*#]+$' }, 'An E.164 number or a short code: digits, +, * and # only.'),
  },
  closed,
);

const ViewLocationAction = Type.Object(
  {
    latLong: Type.Optional(
      Type.Object(
        {
          latitude: TemplatedNumber(-90, 90, 'Degrees, −90 to 90.'),
          longitude: TemplatedNumber(-180, 180, 'Degrees, −180 to 180.'),
        },
        closed,
      ),
    ),
    query: Type.Optional(TemplatedText({ minLength: 1 }, 'What to search for on the map; Google Messages only.')),
    label: Type.Optional(TemplatedText({}, 'The label of the pin.')),
  },
  atLeastOneOf('latLong', 'query'),
);

const CreateCalendarEventAction = Type.Object(
  {
    startTime: TemplatedText({ format: 'date-time' }, 'RFC 3339.'),
    endTime: TemplatedText({ format: 'date-time' }, 'RFC 3339.'),
    title: TemplatedText({ minLength: 1, maxLength: 100 }, '1 to 100 characters.'),
    description: Type.Optional(TemplatedText({ maxLength: 500 }, 'Up to 500 characters.')),
  },
  closed,
);

const OpenUrlAction = Type.Object(
  {
    url: Url,
    application: Type.Optional(
      TemplatedText({ enum: ['OPEN_URL_APPLICATION_UNSPECIFIED', 'BROWSER', 'WEBVIEW'] }, 'BROWSER if absent.'),
    ),
    webviewViewMode: Type.Optional(
      TemplatedText({ enum: ['WEBVIEW_VIEW_MODE_UNSPECIFIED', 'FULL', 'HALF', 'TALL'] }, 'Height of the webview.'),
    ),
    description: Type.Optional(TemplatedText({}, 'Accessibility text for the webview.')),
  },
  closed,
);

const actions = {
  dialAction: Type.Optional(DialAction),
  viewLocationAction: Type.Optional(ViewLocationAction),
  createCalendarEventAction: Type.Optional(CreateCalendarEventAction),
  openUrlAction: Type.Optional(OpenUrlAction),
  shareLocationAction: Type.Optional(Type.Object({}, closed)),
};

const SuggestedReply = Type.Object(chip, closed);

const SuggestedAction = Type.Object(
  {
    text: chip.text,
    // An action runs on the handset; a reply without postback data could not be told from another one.
    postbackData: Type.Optional(chip.postbackData),
    fallbackUrl: Type.Optional(Url),
    ...actions,
  },
  exactlyOneOf(...Object.keys(actions)),
);

export const Suggestion = Type.Object(
  { reply: Type.Optional(SuggestedReply), action: Type.Optional(SuggestedAction) },
  exactlyOneOf('reply', 'action'),
);
export type Suggestion = Static<typeof Suggestion>;
