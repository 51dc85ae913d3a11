/** Invalid content messages: every limit of the platform just exceeded, and the error texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContentMessage } from '../../src/model/content-message.ts';
import {
  action,
  card,
  carousel,
  chip,
  event,
  listOf,
  media,
  openUrl,
  place,
  repeat,
  replyChip,
  url,
  view,
} from './content-messages.ts';

const suggestion = (index: number) => `/suggestions/${index}`;
const CARD = '/richCard/standaloneCard';
const CAROUSEL = '/richCard/carouselCard';
const CHIP = `${suggestion(0)}/reply`;
const ACTION = `${suggestion(0)}/action`;

const ONE_CONTENT = 'needs exactly one of text, uploadedRbmFile, contentInfo, richCard; it has';
const ONE_ACTION =
  'needs exactly one of dialAction, viewLocationAction, createCalendarEventAction, openUrlAction, shareLocationAction; it has';

const REFUSED: Record<string, [message: unknown, path: string, words: string]> = {
  'a text of 3073 characters': [{ text: repeat(3073) }, '/text', 'must be at most 3072 characters; it has 3073'],
  'an empty text': [{ text: '' }, '/text', 'must not be empty'],
  'a text that is a number': [{ text: 1 }, '/text', 'must be a string'],
  'no object': ['Hi', '', 'must be a JSON object'],
  nothing: [{}, '', `${ONE_CONTENT} none`],
  'chips alone': [{ suggestions: [chip] }, '', `${ONE_CONTENT} none`],
  'two contents': [{ text: 'a', ...card({ title: 'a' }) }, '', `${ONE_CONTENT} text, richCard`],
  'a deprecated fileName': [
    { text: 'a', fileName: 'f' },
    '/fileName',
    'is deprecated by the RCS platform; use uploadedRbmFile or contentInfo',
  ],
  'a field that is not known': [
    { text: 'a', 'a/b': 1 },
    '/a~1b',
    'is not a field here; the fields are text, uploadedRbmFile, contentInfo, richCard, suggestions',
  ],
  'an uploaded file without its name': [{ uploadedRbmFile: {} }, '/uploadedRbmFile/fileName', 'is required'],
  'a file address of 2049 characters': [
    { contentInfo: { fileUrl: url(2049) } },
    '/contentInfo/fileUrl',
    'must be at most 2048 characters; it has 2049',
  ],
  'a file address that is not http': [
    { contentInfo: { fileUrl: 'ftp://e.org/a' } },
    '/contentInfo/fileUrl',
    'must have this form: A public http or https address, up to 2048 characters; it is "ftp://e.org/a"',
  ],
  'forceRefresh that is a string': [
    { contentInfo: { fileUrl: 'https://e.org', forceRefresh: 'no' } },
    '/contentInfo/forceRefresh',
    'must be true or false',
  ],
  '12 chips': [{ text: 'Hi', suggestions: listOf(12, chip) }, '/suggestions', 'must have at most 11 items; it has 12'],
  'chips that are no array': [{ text: 'Hi', suggestions: chip }, '/suggestions', 'must be an array'],
  'a chip that is neither reply nor action': [
    { text: 'Hi', suggestions: [chip, {}] },
    suggestion(1),
    'needs exactly one of reply, action; it has none',
  ],
  'a chip that is both': [
    { text: 'Hi', suggestions: [{ ...chip, action: { text: 'a', shareLocationAction: {} } }] },
    suggestion(0),
    'needs exactly one of reply, action; it has reply, action',
  ],
  'a chip label of 26 characters': [
    replyChip({ text: repeat(26) }),
    `${CHIP}/text`,
    'must be at most 25 characters; it has 26',
  ],
  'postback data of 2049 characters': [
    replyChip({ postbackData: repeat(2049) }),
    `${CHIP}/postbackData`,
    'must be at most 2048 characters; it has 2049',
  ],
  'a reply without postback data': [
    { text: 'Hi', suggestions: [{ reply: { text: 'a' } }] },
    `${CHIP}/postbackData`,
    'is required',
  ],
  'an action label of 26 characters': [
    action({ text: repeat(26), shareLocationAction: {} }),
    `${ACTION}/text`,
    'must be at most 25 characters; it has 26',
  ],
  'postback data of an action of 2049 characters': [
    action({ postbackData: repeat(2049), shareLocationAction: {} }),
    `${ACTION}/postbackData`,
    'must be at most 2048 characters; it has 2049',
  ],
  'a fallback address of 2049 characters': [
    action({ shareLocationAction: {}, fallbackUrl: url(2049) }),
    `${ACTION}/fallbackUrl`,
    'must be at most 2048 characters; it has 2049',
  ],
  'an action that does nothing': [action({}), ACTION, `${ONE_ACTION} none`],
  'an action that does two things': [
    action({ dialAction: { phoneNumber: '1' }, shareLocationAction: {} }),
    ACTION,
    `${ONE_ACTION} dialAction, shareLocationAction`,
  ],
  'a compose action': [
    action({ shareLocationAction: {}, composeAction: {} }),
    `${ACTION}/composeAction`,
    'was withdrawn by the RCS platform; use a suggested reply, or openUrlAction with an sms: address',
  ],
  'a payment request': [
    action({ shareLocationAction: {}, paymentRequestAction: {} }),
    `${ACTION}/paymentRequestAction`,
    'is not available to agents at the RCS platform; use openUrlAction with the address of the payment page',
  ],
  'a number to dial with spaces': [
    action({ dialAction: { phoneNumber: '+1 555' } }),
    `${ACTION}/dialAction/phoneNumber`,
    'must have this form: An E.164 number or a short code: digits, +, * and # only; it is "+1 555"',
  ],
  'a latitude of 90.1': [
    place(90.1, 0),
    `${ACTION}/viewLocationAction/latLong/latitude`,
    'must be a number from -90 to 90',
  ],
  'a longitude of "-180.1"': [
    place(0, '-180.1'),
    `${ACTION}/viewLocationAction/latLong/longitude`,
    'must be a number from -180 to 180',
  ],
  'a latitude in words': [
    place('north', 0),
    `${ACTION}/viewLocationAction/latLong/latitude`,
    'must be a number from -90 to 90',
  ],
  'a place without a longitude': [
    view({ latLong: { latitude: 1 } }),
    `${ACTION}/viewLocationAction/latLong/longitude`,
    'is required',
  ],
  'a place that is nowhere': [
    view({ label: 'Us' }),
    `${ACTION}/viewLocationAction`,
    'needs at least one of latLong, query; it has none',
  ],
  'a calendar title of 101 characters': [
    event({ title: repeat(101) }),
    `${ACTION}/createCalendarEventAction/title`,
    'must be at most 100 characters; it has 101',
  ],
  'a calendar description of 501 characters': [
    event({ description: repeat(501) }),
    `${ACTION}/createCalendarEventAction/description`,
    'must be at most 500 characters; it has 501',
  ],
  'a calendar time without a zone': [
    event({ startTime: '2026-01-02T03:04:05' }),
    `${ACTION}/createCalendarEventAction/startTime`,
    'must be an RFC 3339 time such as 2026-01-02T03:04:05Z; it is "2026-01-02T03:04:05"',
  ],
  'a calendar time that does not exist': [
    event({ endTime: '2026-13-02T03:04:05Z' }),
    `${ACTION}/createCalendarEventAction/endTime`,
    'must be an RFC 3339 time such as 2026-01-02T03:04:05Z; it is "2026-13-02T03:04:05Z"',
  ],
  'an address of 2049 characters': [
    openUrl({ url: url(2049) }),
    `${ACTION}/openUrlAction/url`,
    'must be at most 2048 characters; it has 2049',
  ],
  'an address without a scheme': [
    openUrl({ url: 'e.org/a' }),
    `${ACTION}/openUrlAction/url`,
    'must be an absolute address; it is "e.org/a"',
  ],
  'an address with a space': [
    openUrl({ url: 'https://e.org/a b' }),
    `${ACTION}/openUrlAction/url`,
    'must be an absolute address; it is "https://e.org/a b"',
  ],
  'an application that is not known': [
    openUrl({ application: 'WINDOW' }),
    `${ACTION}/openUrlAction/application`,
    'must be one of OPEN_URL_APPLICATION_UNSPECIFIED, BROWSER, WEBVIEW; it is "WINDOW"',
  ],
  'a webview of another height': [
    openUrl({ webviewViewMode: 'SMALL' }),
    `${ACTION}/openUrlAction/webviewViewMode`,
    'must be one of WEBVIEW_VIEW_MODE_UNSPECIFIED, FULL, HALF, TALL; it is "SMALL"',
  ],
  'a field in shareLocationAction': [
    action({ shareLocationAction: { a: 1 } }),
    `${ACTION}/shareLocationAction/a`,
    'is not a field here: this object is always empty',
  ],
  'a rich card of no kind': [
    { richCard: {} },
    '/richCard',
    'needs exactly one of standaloneCard, carouselCard; it has none',
  ],
  'a rich card of both kinds': [
    { richCard: { ...card({ title: 'a' }).richCard, ...carousel(listOf(2, { title: 'a' })).richCard } },
    '/richCard',
    'needs exactly one of standaloneCard, carouselCard; it has standaloneCard, carouselCard',
  ],
  'a card title of 201 characters': [
    card({ title: repeat(201) }),
    `${CARD}/cardContent/title`,
    'must be at most 200 characters; it has 201',
  ],
  'a card description of 2001 characters': [
    card({ description: repeat(2001) }),
    `${CARD}/cardContent/description`,
    'must be at most 2000 characters; it has 2001',
  ],
  'a card of suggestions alone': [
    card({ suggestions: [chip] }),
    `${CARD}/cardContent`,
    'needs at least one of media, title, description; it has none',
  ],
  '5 suggestions on a card': [
    card({ title: 'a', suggestions: listOf(5, chip) }),
    `${CARD}/cardContent/suggestions`,
    'must have at most 4 items; it has 5',
  ],
  'media without a file': [
    card({ media: { height: 'SHORT' } }),
    `${CARD}/cardContent/media`,
    'needs exactly one of uploadedRbmFile, contentInfo; it has none',
  ],
  'media with two files': [
    card({ media: media({ uploadedRbmFile: { fileName: 'a' } }) }),
    `${CARD}/cardContent/media`,
    'needs exactly one of uploadedRbmFile, contentInfo; it has uploadedRbmFile, contentInfo',
  ],
  'media with a deprecated fileName': [
    card({ media: media({ fileName: 'a' }) }),
    `${CARD}/cardContent/media/fileName`,
    'is deprecated by the RCS platform; use uploadedRbmFile or contentInfo',
  ],
  'media of another height': [
    card({ media: media({ height: 'HUGE' }) }),
    `${CARD}/cardContent/media/height`,
    'must be one of HEIGHT_UNSPECIFIED, SHORT, MEDIUM, TALL; it is "HUGE"',
  ],
  'a card that lies askew': [
    card({ title: 'a' }, { cardOrientation: 'DIAGONAL' }),
    `${CARD}/cardOrientation`,
    'must be one of CARD_ORIENTATION_UNSPECIFIED, HORIZONTAL, VERTICAL; it is "DIAGONAL"',
  ],
  'an alignment that is not known': [
    card({ title: 'a' }, { thumbnailImageAlignment: 'TOP' }),
    `${CARD}/thumbnailImageAlignment`,
    'must be one of THUMBNAIL_IMAGE_ALIGNMENT_UNSPECIFIED, LEFT, RIGHT; it is "TOP"',
  ],
  'an alignment on a vertical card': [
    card({ title: 'a' }, { cardOrientation: 'VERTICAL', thumbnailImageAlignment: 'LEFT' }),
    `${CARD}/thumbnailImageAlignment`,
    'is for horizontal cards only',
  ],
  'a horizontal card of media alone': [
    card({ media: media() }, { cardOrientation: 'HORIZONTAL' }),
    `${CARD}/cardContent`,
    'a horizontal card with media also needs a title, a description or suggestions',
  ],
  'a card without content': [{ richCard: { standaloneCard: {} } }, `${CARD}/cardContent`, 'is required'],
  'a carousel of 1': [carousel([{ title: 'a' }]), `${CAROUSEL}/cardContents`, 'must have 2 to 10 items; it has 1'],
  'a carousel of 11': [
    carousel(listOf(11, { title: 'a' })),
    `${CAROUSEL}/cardContents`,
    'must have 2 to 10 items; it has 11',
  ],
  'a carousel of another width': [
    carousel(listOf(2, { title: 'a' }), { cardWidth: 'WIDE' }),
    `${CAROUSEL}/cardWidth`,
    'must be one of CARD_WIDTH_UNSPECIFIED, SMALL, MEDIUM; it is "WIDE"',
  ],
  'tall media in a small carousel': [
    carousel([{ title: 'a' }, { media: media({ height: 'TALL' }) }], { cardWidth: 'SMALL' }),
    `${CAROUSEL}/cardContents/1/media/height`,
    'TALL does not fit a carousel of width SMALL',
  ],
};

for (const [name, [message, path, words]] of Object.entries(REFUSED)) {
  test(`${name}: refused, saved and rendered`, () => {
    assert.deepEqual(checkContentMessage(message, { rendered: true }), [{ path, message: words }]);
    assert.deepEqual(checkContentMessage(message, { rendered: false, path: '/t' }), [
      { path: `/t${path}`, message: words },
    ]);
  });
}
