import type { Page } from 'playwright-core';

/** The least contrast of the borders of fields and tiles (WCAG 1.4.11). */
const minContrast = 3;

/**
 * Faults of a page's markup that axe does not look for.
 * @param html as it was sent.
 */
export function markupFaults(page: Page, html: string): Promise<string[]> {
  return page.evaluate((sent) => {
    const all = <E extends Element = HTMLElement>(selector: string) => [
      ...document.querySelectorAll<E>(selector),
    ];
    const short = (element: Element) => element.outerHTML.slice(0, 120);
    const textOf = (element: Element) => element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';
    const faults = (what: string, found: Element[]) => found.map((element) => `${what}: ${short(element)}`);
    const ids = all('[id]').map(({ id }) => id);
    const parsed = new DOMParser().parseFromString(sent, 'text/html');
    const tags = [...sent.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').matchAll(/<([a-z][a-z0-9]*)/g)];
    const tagNames = new Set(tags.map(([, tag = '']) => tag));
    const misplaced = [...tagNames].filter(
      (tag) =>
        tag !== 'script' &&
        tag !== 'style' &&
        parsed.querySelector('noscript') === null &&
        parsed.getElementsByTagName(tag).length !== tags.filter(([, other]) => other === tag).length,
    );
    const order = (element: Element) => {
      const { order, flexDirection } = getComputedStyle(element);
      return order !== '0' || flexDirection.endsWith('reverse');
    };
    const opensUnsaid = (link: Element) =>
      link.getAttribute('rel') !== 'noopener' ||
      !/새 (?:창|탭)|new (?:window|tab)|another tab/.test(textOf(link));
    return [
      ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `id used twice: ${id}`),
      ...misplaced.map((tag) => `the browser moves, adds or leaves out a <${tag}>`),
      ...(all('h1').length === 1 ? [] : [`${all('h1').length} headings of the first rank`]),
      ...faults('shown in another order than it is read', all('body *').filter(order)),
      ...faults('has a place of its own for the Tab key', all('[tabindex]:not([tabindex="-1"])')),
      ...faults('opens a window without a word', all('[target]').filter(opensUnsaid)),
      ...faults(
        'has another name than it shows',
        all('[aria-label]').filter(
          (element) => !(element.ariaLabel ?? '').includes(textOf(element)) && !element.matches('nav'),
        ),
      ),
      ...faults(
        'plays, moves or frames something',
        all('audio, video, iframe:not(.beside [title]), object, embed, marquee, canvas'),
      ),
      ...faults('has a key of its own', all('[accesskey]')),
    ];
  }, html);
}

/** Fields and tiles with a border of too little contrast. A button needs no border, because its text identifies it. */
export async function faintBorders(page: Page): Promise<string[]> {
  const borders = await page.evaluate(() => {
    const painted = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (color: string): number[] => {
      if (painted === null) return [];
      painted.fillStyle = color;
      painted.fillRect(0, 0, 1, 1);
      return [...painted.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    return [
      ...document.querySelectorAll(
        'input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea, .choices span',
      ),
    ].map((element) => {
      const card = element.closest('.card') ?? document.body;
      const inner = getComputedStyle(element);
      return {
        html: element.outerHTML.slice(0, 100),
        border: rgb(inner.borderTopColor),
        around: rgb(getComputedStyle(card).backgroundColor),
      };
    });
  });
  return borders
    .filter(({ border, around }) => contrast(border, around) < minContrast)
    .map(({ html, border, around }) => `${contrast(border, around).toFixed(2)}: ${html}`);
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
function contrast(one: number[], other: number[]): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
