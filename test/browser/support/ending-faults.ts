import type { Page } from 'playwright-core';

/** The height of a phone's screen without the browser's bars, in CSS pixels. */
const shownHeight = 647;

/** The most lines that the text of an ending has on a phone. */
const maxLines = 2;

/**
 * Faults of an ending (workers/pages/ending.tsx, packages/plid/web/failure-page.ts) on a phone of 360 px: a long text, two primary buttons, or buttons
 * that are not at the lower edge of the screen. Pages of other kinds have none.
 */
export async function endingFaults(page: Page): Promise<string[]> {
  if (await page.evaluate(() => document.querySelector('body.ends, main > svg') === null)) return [];
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: shownHeight });
  const faults = await page.evaluate((most) => {
    const found: string[] = [];
    const text = document.querySelector('.ending > h1 ~ p:not(.lead, .hint), main > svg ~ p');
    if (text !== null) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > most) found.push(`${lines.size} lines: ${text.textContent}`);
    }
    const buttons = [...document.querySelectorAll('main .card > .actions :is(a, button)')].filter((element) =>
      element.checkVisibility(),
    );
    const primary = buttons.filter((button) => button.matches('.button, .button-danger'));
    if (primary.length > 1) found.push(`${primary.length} primary buttons`);
    if (primary.length === 1 && primary[0] !== buttons[0]) found.push('the primary button is not the first');
    // Only the code for support and the foot are below the buttons, and nothing is between them.
    const actions = document.querySelector('main .card > .actions, main > svg ~ div');
    if (actions === null) return [...found, 'no buttons'];
    const below = [...document.querySelectorAll('main > .hint, main > small, .foot')].reduce(
      (sum, element) => sum + element.getBoundingClientRect().height,
      0,
    );
    const gap = document.documentElement.scrollHeight - (actions.getBoundingClientRect().bottom + scrollY);
    if (gap > below + 48) found.push(`${Math.round(gap - below)} px below the buttons`);
    return found;
  }, maxLines);
  if (before !== null) await page.setViewportSize(before);
  return faults;
}
