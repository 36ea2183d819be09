import { setTimeout } from 'node:timers/promises';
import type { EngineWindow } from './browsers/engine-window.ts';

/** How long a page may take for anything, in milliseconds. Without scripts, a waiting page loads itself every 15 seconds. */
const patience = 25_000;

interface Place {
  x: number;
  y: number;
}

/** A user in front of a window. Everything waits until the page shows it. */
export class Visitor {
  readonly window: EngineWindow;

  constructor(window: EngineWindow) {
    this.window = window;
  }

  /** Opens an address. The page may continue by itself at the same moment, which stops this navigation: the user tries again. */
  async open(address: string, tries = 5): Promise<void> {
    await this.window.open(address).catch(async (failure) => {
      if (tries === 1) throw failure;
      await setTimeout(250);
      return this.open(address, tries - 1);
    });
  }

  /** The result of a function on the page, as JSON. */
  async evaluate<Result, Parameters extends unknown[]>(
    read: (...parameters: Parameters) => Result,
    ...parameters: Parameters
  ): Promise<Result> {
    const expression = `JSON.stringify({ result: (${read})(...${JSON.stringify(parameters)}) })`;
    return JSON.parse(await this.window.evaluate(expression)).result;
  }

  /** Asks the page until the result is there. The page may change meanwhile. @throws with the page's text. */
  async until<Result, Parameters extends unknown[]>(
    read: (...parameters: Parameters) => Result | null,
    ...parameters: Parameters
  ): Promise<Result> {
    for (const since = performance.now(); performance.now() - since < patience; await setTimeout(50)) {
      const result = await this.evaluate(read, ...parameters).catch(() => null);
      if (result !== null) return result as Result;
    }
    const shown = await this.evaluate(() => document.body.innerText).catch(String);
    throw new Error(
      `${read}(${parameters.join(', ')}) stays empty at ${await this.window.address()}:\n${shown}`,
    );
  }

  /** Waits until an element is visible. @returns its text. */
  sees = (selector: string): Promise<string> =>
    this.until(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>(wanted)].find((element) => element.checkVisibility())
          ?.innerText ?? null,
      selector,
    );

  isVisible = (selector: string): Promise<boolean> =>
    this.evaluate(
      (wanted) => [...document.querySelectorAll(wanted)].some((element) => element.checkVisibility()),
      selector,
    );

  value = (selector: string): Promise<string> =>
    this.until((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value ?? null, selector);

  attribute = (selector: string, name: string): Promise<string> =>
    this.until((wanted, of) => document.querySelector(wanted)?.getAttribute(of) ?? null, selector, name);

  /** Scrolls to a control, and presses it. */
  async press(selector: string): Promise<void> {
    const { x, y } = await this.until(placeOf, selector);
    await this.window.press(x, y);
  }

  /** Presses a control that leads to another page. The consent's button first scrolls to what has to be read. */
  async leave(selector: string): Promise<void> {
    const mark = await this.until(() => String(performance.timeOrigin));
    for (let presses = 0; presses < 3; presses += 1) {
      await this.press(selector);
      for (const since = performance.now(); performance.now() - since < 5_000; await setTimeout(50)) {
        const now = await this.evaluate(() => String(performance.timeOrigin)).catch(() => mark);
        if (now !== mark) return;
      }
    }
    throw new Error(`${selector} leads nowhere`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.press(selector);
    // A window without a window manager isn't focused, so that `:focus` wouldn't match.
    await this.until((wanted) => document.activeElement?.matches(wanted) || null, selector);
    await this.window.type(text);
  }
}

/** The middle of a control, which nothing covers now. */
function placeOf(selector: string): Place | null {
  const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  const [x, y] = [left + width / 2, top + height / 2];
  const onTop = document.elementFromPoint(x, y);
  return onTop !== null && element?.contains(onTop) === true ? { x, y } : null;
}
