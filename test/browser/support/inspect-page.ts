import axe from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';

/** The least height and width of a target for a finger, in CSS pixels. */
const leastTarget = 44;

/**
 * The findings of axe: the rule, and the elements that break it. The page must be in a context with `bypassCSP`.
 * @param rules all of them, or only those that another colour scheme can break.
 */
export async function axeFindings(page: Page, rules: 'all' | 'colour' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (wanted) => {
    const only = wanted === 'colour' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...only,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  }, rules);
}

/** Elements beyond the sides of the window, where the page would have to be scrolled sideways, and words beyond their box. */
export const badlyFitting = async (page: Page): Promise<string[]> => [
  ...(await overflowing(page)),
  ...(await cutText(page)),
];

export const overflowing = (page: Page): Promise<string[]> => page.evaluate(findOverflowing);

/** Runs on the page, in any browser. */
export function findOverflowing(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  const innermost = wide.filter(
    (element) => !wide.some((other) => other !== element && element.contains(other)),
  );
  return innermost.map((element) => element.outerHTML.slice(0, 120));
}

/** Words that are cut off by their element, or reach out of the box around them: a button, a card, the number to match. */
function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isBox = (element: Element) => {
      const { borderTopWidth, backgroundColor, overflowX, display } = getComputedStyle(element);
      const isSeen =
        borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)' || overflowX !== 'visible';
      return isSeen && display !== 'inline';
    };
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || !parent.checkVisibility() || parent.closest('.visually-hidden, script, style'))
        continue;
      // Some lines of a text that a user can open.
      if (getComputedStyle(parent).webkitLineClamp !== 'none') continue;
      let box: Element | null = parent;
      while (box !== null && box !== document.body && !isBox(box)) box = box.parentElement;
      const outer = (box ?? document.body).getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      const isOut = [...range.getClientRects()].some(
        ({ left, right, top, bottom, width }) =>
          width > 0 &&
          (left < outer.left - 1 ||
            right > outer.right + 1 ||
            top < outer.top - 1 ||
            bottom > outer.bottom + 1),
      );
      if (isOut) faults.push(`text out of its box: ${parent.outerHTML.slice(0, 120)}`);
    }
    return faults;
  });
}

/** Controls that are too small. A link within a sentence may be as high as its line (WCAG 2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const inSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, select, summary, textarea, input:not([type=hidden])',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !inSentence(element))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.height < least || box.width < least)
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
      );
  }, leastTarget);
}

/** Elements that move although the user asked for less motion. The page must be in a context with `reducedMotion`. */
export function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().map((animation) => (animation as CSSAnimation).animationName ?? 'animation'),
  );
}

/** Sets the letters as far apart as a user may want them (WCAG 1.4.12). @returns a function that undoes it. */
export async function spaceLetters(page: Page): Promise<() => Promise<void>> {
  const spaced = await page.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
      p { margin-bottom: 2em !important; }`,
  });
  return () => spaced.evaluate((element) => void (element as Element).remove());
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The session of a page for settings that end with their session. */
function settingsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** Makes letters larger by a factor, as a user does in the settings of their browser. A screenshot would undo it. */
export async function sizeLetters(page: Page, times: number): Promise<void> {
  const session = await settingsOf(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: Math.round(16 * times), fixed: Math.round(13 * times) },
  });
}
