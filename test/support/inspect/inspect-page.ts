import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The least height and width of what is to be hit with a finger, in CSS pixels. */
const leastTarget = 44;

/**
 * What axe finds: the rule, and the elements that break it. The page must be in a context with `bypassCSP`.
 * @param rules all of them, or those alone that another colour scheme can break.
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

/** Elements that reach beyond the sides of the window, where the page would have to be scrolled sideways. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const innermost = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    return innermost.map((element) => element.outerHTML.slice(0, 120));
  });
}

/** What can be pressed but is too small. A link within a sentence may be as high as its line (WCAG 2.5.8). */
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
      .filter((element) => element.checkVisibility() && !inSentence(element))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.height < least || box.width < least)
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
      );
  }, leastTarget);
}

/**
 * Goes through the page with the Tab key alone.
 * @returns what can be pressed but is never reached, and what shows nothing when it has the focus.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const stops = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.setPosition(document.body, 0);
    const all = [
      ...document.querySelectorAll<HTMLInputElement>(
        'a[href], button, select, summary, textarea, input:not([type=hidden])',
      ),
    ];
    const firstOfGroup = (input: HTMLInputElement) =>
      input.type !== 'radio' ||
      all.find(({ type, name }) => type === 'radio' && name === input.name) === input;
    const visible = all.filter((element) => element.checkVisibility() && firstOfGroup(element));
    for (const [place, element] of visible.entries()) {
      for (const same of element.type === 'radio'
        ? all.filter(({ name }) => name === element.name)
        : [element])
        same.dataset.stop = String(place);
    }
    return visible.map((element) => element.outerHTML.slice(0, 120));
  });
  const reached = new Map<string, boolean>();
  for (let presses = 0; presses <= stops.length; presses += 1) {
    await page.keyboard.press('Tab');
    const { stop, shown } = await focus(page);
    if (stop !== undefined) reached.set(stop, shown);
  }
  return stops.flatMap((html, place) => {
    const shown = reached.get(String(place));
    if (shown === undefined) return [`never reached: ${html}`];
    return shown ? [] : [`focus not to be seen: ${html}`];
  });
}

/** Which stop has the focus, and whether an outline within the window shows it. */
function focus(page: Page): Promise<{ stop: string | undefined; shown: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const seen = element.matches('.choices input') ? element.nextElementSibling : element;
    const style = getComputedStyle(seen ?? element);
    const box = (seen ?? element).getBoundingClientRect();
    const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    const inWindow = box.top < innerHeight && box.bottom > 0 && box.width > 0;
    return { stop: element.dataset.stop, shown: outlined && inWindow };
  });
}

/** What moves although the person asked for less motion. The page must be in a context with `reducedMotion`. */
export function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().map((animation) => (animation as CSSAnimation).animationName ?? 'animation'),
  );
}

/** Makes letters twice as large, as a person does in the settings of their browser. */
export async function enlargeLetters(page: Page): Promise<void> {
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}
