/**
 * Barriers on a page: serious or critical findings of axe, excess width, and breaches of the content-security policy. A
 * page is loaded once and examined in four ways: on a desktop and on a phone, light and dark.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, MOBILE, PATIENCE_MS, type Tab } from './browser.ts';

type Way = { name: string; viewport: typeof DESKTOP; colorScheme: 'light' | 'dark'; rules: string[] | null };
/** Examines the current page in every way; `where` names it in a failure. */
type Look = (tab: Tab, where: string) => Promise<void>;

/** The rules that look at colours. Of the others each has seen each width and each scheme after two of the four ways. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const WAYS: Way[] = [
  { name: 'on a desk, light', viewport: DESKTOP, colorScheme: 'light', rules: null },
  { name: 'on a desk, dark', viewport: DESKTOP, colorScheme: 'dark', rules: COLOURS },
  { name: 'on a phone, light', viewport: MOBILE, colorScheme: 'light', rules: COLOURS },
  { name: 'on a phone, dark', viewport: MOBILE, colorScheme: 'dark', rules: null },
];

/** The tests of a suite, one for each way, of everything that `walk` examines. */
export function itInEveryWay(walk: (look: Look) => Promise<void>): void {
  const found = new Map<Way, string[]>();
  before(() =>
    walk(async (tab, where) => {
      for (const way of WAYS) {
        await turn(tab.page, way);
        const wrong = [...(await barriers(tab.page, way)), ...tab.faults.splice(0)].map((each) => `${where}: ${each}`);
        found.set(way, [...(found.get(way) ?? []), ...wrong]);
      }
      await turn(tab.page, WAYS[0]!);
    }),
  );
  for (const way of WAYS) {
    it(`${way.name}: keeps the policy, fits, and has no serious barrier`, () => assert.deepEqual(found.get(way), []));
  }
}

/**
 * Until nothing changes any more by itself: the console sets its scheme at the root and draws it after that, and
 * half-faded content has no contrast yet.
 */
const SETTLE = `async ({ width, scheme }) => {
  const isTurning = () =>
    innerWidth !== width ||
    !matchMedia('(prefers-color-scheme: ' + scheme + ')').matches ||
    (document.documentElement.dataset.mantineColorScheme ?? scheme) !== scheme;
  const giveUpAt = performance.now() + ${PATIENCE_MS};
  const fading = () => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  // Neither may ever come on a machine that takes longer than a frame to draw one.
  const soon = (ask) => new Promise((resolve) => (ask(resolve), setTimeout(resolve, 500)));
  for (let isSettled = false; !isSettled; ) {
    isSettled = !isTurning();
    await soon(requestAnimationFrame);
    await soon(requestIdleCallback);
    for (const each of fading()) {
      each.finish();
      isSettled = false;
    }
    if (performance.now() > giveUpAt) throw new Error('The page does not come to rest: ' + JSON.stringify({
      innerWidth, scheme: document.documentElement.dataset.mantineColorScheme,
      animations: fading().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty),
    }));
  }
}`;

async function turn(page: Page, { viewport, colorScheme }: Way): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(`(${SETTLE})(${JSON.stringify({ width: viewport.width, scheme: colorScheme })})`);
}

/** Only the needed fields leave the page: axe's full result is a megabyte. */
const RUN = `(rules) => axe.run({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) })
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`;

/** Of the page as it is now. */
export async function barriers(page: Page, { rules }: Pick<Way, 'rules'> = { rules: null }): Promise<string[]> {
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const found = (await page.evaluate(`(${RUN})(${JSON.stringify(rules)})`)) as string[];
  return overflow > 0 ? [`${overflow} pixels too wide`, ...found] : found;
}
