import type { Page } from 'playwright-core';

/**
 * Faults of a page in the high contrast mode of Windows: a main button that looks like the others, a chosen tile that looks like the
 * others, and an icon that is not drawn in the colour of the text. Afterwards the page has its own colours again.
 */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const ground = (element: Element) => getComputedStyle(element).backgroundColor;
    const edge = (element: Element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      return `${borderTopWidth} ${borderTopStyle}`;
    };
    const [tile] = all('.choices input:not(:checked) + span');
    const text = getComputedStyle(document.body).color;
    const isFaulty: [what: string, selector: string, test: (element: Element) => boolean][] = [
      ['main button', '.button', (element) => ground(element) === ground(document.body)],
      [
        'chosen tile',
        '.choices input:checked + span',
        (element) => tile !== undefined && edge(element) === edge(tile),
      ],
      ['sign', '.brand svg, .notice > svg', (element) => getComputedStyle(element).stroke !== text],
    ];
    return isFaulty.flatMap(([what, selector, test]) =>
      all(selector)
        .filter(test)
        .map((element) => `${what}: ${element.outerHTML.slice(0, 120)}`),
    );
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return faults;
}
