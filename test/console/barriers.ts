/** What keeps somebody from using a page as it stands: what axe finds serious or critical, and what is too wide. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function barriers(page: Page): Promise<string[]> {
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  return overflow > 0 ? [`${overflow} pixels too wide`, ...found] : found;
}
