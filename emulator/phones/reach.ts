/** Which phones an agent can reach, and what each can show. Source: docs/platform.md, "Methods" and "Testers". */
import { type EmulatedAgent, mayReach } from '../agents.ts';
import { type Action, type Content, cardsOf, suggestionsOf } from '../google/content.ts';
import { GoogleError, invalid, notLaunched, unreachable } from '../google/google-error.ts';
import { agentOf, checkId, handsetOf, type Platform } from '../platform.ts';
import type { FEATURES, Handset } from './handset.ts';

type Feature = (typeof FEATURES)[number];

/** @throws GoogleError 403 for an agent that is not launched and a user who does not test it, 404 without RCS. */
export function checkReach(agent: EmulatedAgent, handset: Handset): void {
  if (!mayReach(agent, handset.phoneNumber)) throw notLaunched();
  if (!handset.settings.rcs) throw unreachable();
}

/** @throws GoogleError 400 when the device lacks what the message uses. */
export function checkFeatures(platform: Platform, handset: Handset, content: Content): void {
  for (const feature of featuresOf(platform, content)) {
    if (!handset.settings.features.includes(feature)) throw invalid(`The device does not support ${feature}.`);
  }
}

const ACTION_FEATURES: [keyof Action, Feature][] = [
  ['dialAction', 'ACTION_DIAL'],
  ['viewLocationAction', 'ACTION_VIEW_LOCATION'],
  ['createCalendarEventAction', 'ACTION_CREATE_CALENDAR_EVENT'],
  // Without webview support the device opens the browser, so it needs no more than this.
  ['openUrlAction', 'ACTION_OPEN_URL'],
  ['shareLocationAction', 'ACTION_SHARE_LOCATION'],
];

function featuresOf(platform: Platform, content: Content): Set<Feature> {
  const features = new Set<Feature>();
  if (content.richCard) features.add(content.richCard.carouselCard ? 'RICHCARD_CAROUSEL' : 'RICHCARD_STANDALONE');
  for (const { action } of suggestionsOf(content)) {
    // With a fallback the device needs nothing but a browser.
    if (!action || action.fallbackUrl) continue;
    for (const [name, feature] of ACTION_FEATURES) if (action[name]) features.add(feature);
  }
  for (const { media } of cardsOf(content)) {
    const mimeType = platform.files.get(media?.uploadedRbmFile?.fileName ?? media?.fileName ?? '')?.mimeType;
    if (mimeType === 'application/pdf') features.add('PDF_IN_RICH_CARDS');
    else if (mimeType && /^audio\/|ogg$/.test(mimeType)) throw invalid('Audio is not allowed in a rich card.');
  }
  return features;
}

/** The response of `GET …/capabilities`. @throws GoogleError 404 also for a non-tester, as the current page says. */
export function capabilitiesOf(platform: Platform, phoneNumber: string, agentId: string, requestId: string) {
  const agent = agentOf(platform, agentId);
  checkId(platform, requestId, 'requestId');
  const { settings } = handsetOf(platform, phoneNumber);
  if (!settings.rcs || !mayReach(agent, phoneNumber)) throw unreachable();
  return {
    ...(settings.features.length > 0 && { features: settings.features }),
    ...(settings.country === 'US' && { carrier: settings.carrier }),
  };
}

const MAX_BATCH = 10_000;
const MIN_SAMPLE = 500;
const SAMPLE_SHARE = 0.75;

/** First digit of the calling code → region, roughly: enough to detect a mixed batch. */
const REGION_DIGITS: Record<NonNullable<Platform['settings']['batchRegion']>, string> = {
  NORTH_AMERICA: '15',
  EUROPE: '2347',
  ASIA_PACIFIC: '689',
};

/** The response of `users:batchGet`. Under 500 numbers the sample counts are 0, and so left out. */
export function batchGetUsers(platform: Platform, agentId: string, users: string[]) {
  const agent = agentOf(platform, agentId);
  const numbers = [...new Set(users)];
  if (numbers.length === 0 || numbers.length > MAX_BATCH) throw invalid(`Give 1 to ${MAX_BATCH} users.`, 'users');
  const { batchRegion } = platform.settings;
  const digits = batchRegion && REGION_DIGITS[batchRegion];
  if (digits && numbers.some((number) => !digits.includes(number.charAt(1)))) {
    throw invalid('All phone numbers must belong to the region of this endpoint.', 'users');
  }
  const reachable = numbers.map((number) => handsetOf(platform, number)).filter(({ settings }) => settings.rcs);
  const permitted = reachable.filter(({ phoneNumber }) => mayReach(agent, phoneNumber));
  const american = permitted.filter(({ settings }) => settings.country === 'US');
  const byCarrier = Object.groupBy(american, ({ settings }) => settings.carrier);
  const carriers = Object.entries(byCarrier).map(([carrier, handsets]) => [
    carrier,
    { reachableUsers: handsets?.map(({ phoneNumber }) => phoneNumber) },
  ]);
  return {
    reachableUsers: permitted.map(({ phoneNumber }) => phoneNumber),
    ...(numbers.length >= MIN_SAMPLE && {
      totalRandomSampleUserCount: Math.floor(numbers.length * SAMPLE_SHARE),
      reachableRandomSampleUserCount: Math.floor(reachable.length * SAMPLE_SHARE),
    }),
    ...(carriers.length > 0 && { reachableUsersMap: Object.fromEntries(carriers) }),
  };
}

export const batchLimitReached = () =>
  new GoogleError(429, "Quota exceeded for quota metric 'users:batchGet' requests.");
