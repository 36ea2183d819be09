import type { Page } from 'playwright-core';

/**
 * How far the parts of a page have moved since it was loaded, without movements that a user has caused: the sum of the
 * shifts (Layout Instability), 0.1 of which is a bad page for Core Web Vitals.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
    }
    const shifts: LayoutShift[] = [];
    const observer = new PerformanceObserver(
      (list) => void shifts.push(...(list.getEntries() as LayoutShift[])),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
    // What has been recorded is delivered after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    observer.disconnect();
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  });
}

/** Lines that begin with a dot which separates two texts, as the text around it. */
export function linesAtDots(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    /** The box of one letter; undefined if it is not shown. */
    const boxAt = ({ text, index }: { text: Node; index: number }): DOMRect | undefined => {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const box = range.getBoundingClientRect();
      return box.width > 0 ? box : undefined;
    };
    const letters: { text: Node; index: number; letter: string }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || parent.closest('.visually-hidden, script, style, noscript')) continue;
      for (const { 0: letter, index } of (text.textContent ?? '').matchAll(/\S/g))
        letters.push({ text, index, letter });
    }
    // Boxes take time, so only those of dots and of the letters before them are measured.
    return letters.flatMap((dot, place) => {
      const box = dot.letter === '·' ? boxAt(dot) : undefined;
      if (box === undefined) return [];
      let before: DOMRect | undefined;
      for (let at = place - 1; at >= 0 && before === undefined; at -= 1) before = boxAt(letters[at] ?? dot);
      if (before === undefined || box.top < before.bottom - 1) return [];
      return [dot.text.textContent?.slice(Math.max(0, dot.index - 20), dot.index + 20) ?? ''];
    });
  });
}

/** The least width of the values in a list of names and values, as a share of the list. */
const leastValues = 0.45;

/** Lists with a column of names and one of values, whose values are squeezed by their names. */
export function narrowValues(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const lists = [...document.querySelectorAll('dl')].filter(
      (list) => list.checkVisibility() && getComputedStyle(list).display === 'grid',
    );
    return lists.flatMap((list) =>
      [...list.querySelectorAll('dd')].flatMap((value) => {
        const { paddingLeft, paddingRight } = getComputedStyle(list);
        const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const share = value.getBoundingClientRect().width / room;
        return share < least ? [`${Math.round(share * 100)} %: ${value.textContent?.slice(0, 40)}`] : [];
      }),
    );
  }, leastValues);
}

/** Words that a line's end cuts in two, although they would fit in a line of the page's content. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const content = document.querySelector('main .card') ?? document.body;
    const { paddingLeft, paddingRight } = getComputedStyle(content);
    const room = content.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (
        !parent?.checkVisibility() ||
        parent.closest('.visually-hidden, script, style, noscript, code, pre')
      )
        continue;
      // A line may also end at these.
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\-/·,.:?&=‘’“”()\u00a7]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const width = boxes.reduce((sum, box) => sum + box.width, 0);
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 && width < room)
          faults.push(`${word} (${Math.round(width)} px)`);
      }
    }
    return faults;
  });
}
