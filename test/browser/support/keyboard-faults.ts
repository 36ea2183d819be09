import type { Page } from 'playwright-core';

/**
 * Goes through the page with the Tab key only, and presses Enter wherever that should do something. Afterwards the page's forms and links no
 * longer work.
 * @returns the controls that are never reached, show no focus, are covered when they have it, or do not react to Enter. Also the places where
 * the focus leaves the order of reading.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const stops = await markStops(page);
  const reached = new Map<number, string[]>();
  for (let presses = 0; presses <= stops.length; presses += 1) {
    await page.keyboard.press('Tab');
    const { stop, faults, takesEnter } = await focus(page);
    if (stop === undefined || reached.has(stop)) continue;
    if (takesEnter) {
      await page.keyboard.press('Enter');
      await passkeyHasFailed(page);
      if (!(await hasReacted(page, stop))) faults.push('Enter does nothing');
    }
    reached.set(stop, faults);
  }
  const faults = stops.flatMap((html, place) =>
    (reached.get(place) ?? ['never reached']).map((fault) => `${fault}: ${html}`),
  );
  // A page may put the focus elsewhere than on its first stop: on a field that is wrong.
  const order = [...reached.keys()];
  const steps = order.filter((stop, place) => (order.at(place - 1) ?? 0) + 1 !== stop);
  return steps.length <= 1 ? faults : [...faults, `the focus goes in the order ${order}`];
}

/** Waits until a page has said that this machine has no passkey: the sentence moves what is below it, also what has the focus then. */
const passkeyHasFailed = (page: Page) =>
  page.waitForFunction(() => document.querySelector('#passkey [aria-busy]') === null);

/** Whether Enter did something at a stop. If it moved the focus to another field, the focus goes back, so that Tab continues from the stop. */
const hasReacted = (page: Page, stop: number): Promise<boolean> =>
  page.evaluate((place) => {
    const element = document.querySelector<HTMLElement>(`[data-stop="${place}"]`);
    const hasMoved = document.activeElement !== element && document.activeElement !== document.body;
    if (hasMoved) element?.focus();
    return hasMoved || document.body.dataset.pressed === 'Y';
  }, stop);

/** Numbers the stops of the Tab key in the order of the page; a group of radio buttons is one stop. */
function markStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.setPosition(document.body, 0);
    const note = (event: Event) => {
      event.preventDefault();
      document.body.dataset.pressed = 'Y';
    };
    document.addEventListener('submit', note, true);
    // A button whose script does what its form would.
    document.addEventListener('click', ({ defaultPrevented }) => {
      if (defaultPrevented) document.body.dataset.pressed = 'Y';
    });
    // A part that opened would add stops.
    for (const summary of document.querySelectorAll('summary')) summary.addEventListener('click', note);
    for (const link of document.querySelectorAll('a')) link.addEventListener('click', note);
    document.addEventListener('invalid', note, true);
    const all = [
      ...document.querySelectorAll<HTMLInputElement>(
        'a[href], button, select, summary, textarea, input:not([type=hidden])',
      ),
    ];
    const firstOfGroup = (input: HTMLInputElement) =>
      input.type !== 'radio' ||
      all.find(({ type, name }) => type === 'radio' && name === input.name) === input;
    const visible = all.filter(
      (element) => element.checkVisibility() && element.tabIndex >= 0 && firstOfGroup(element),
    );
    for (const [place, element] of visible.entries()) {
      for (const same of element.type === 'radio'
        ? all.filter(({ name }) => name === element.name)
        : [element])
        same.dataset.stop = String(place);
    }
    return visible.map((element) => element.outerHTML.slice(0, 120));
  });
}

interface Focus {
  stop: number | undefined;
  faults: string[];
  /** Whether Enter follows the link, opens the part, or sends the form. */
  takesEnter: boolean;
}

/** The stop that has the focus, and whether an outline shows it, within the window and covered by nothing (WCAG 2.4.7, 2.4.11). */
function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    document.body.dataset.pressed = '';
    const seen = element.matches('.choices input') ? (element.nextElementSibling ?? element) : element;
    const style = getComputedStyle(seen);
    const box = seen.getBoundingClientRect();
    const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    const inWindow = box.top < innerHeight && box.bottom > 0 && box.width > 0;
    const [line = box] = seen.getClientRects();
    const top = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    const isOpen = top !== null && (seen.contains(top) || top.contains(seen) || top === element);
    const faults = [
      ...(outlined && inWindow ? [] : ['focus not to be seen']),
      ...(isOpen ? [] : [`covered by ${top?.outerHTML.slice(0, 80)}`]),
    ];
    const { stop } = element.dataset;
    const takesEnter = element.matches('a, button, summary, input:not([type=checkbox], [type=radio])');
    return { stop: stop === undefined ? undefined : Number(stop), faults, takesEnter };
  });
}
