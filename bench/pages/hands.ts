import { setTimeout } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright-core';

/** The time that a user takes, in milliseconds. */
const [tapTakes, swipeTakes, digitTakes, syllableTakes, pageTakes, touchTakes] = [
  700, 700, 220, 600, 1_000, 1_000,
];
/** How far a swipe moves a page, in CSS pixels. */
const swipeLength = 400;
/** Places of the finger on its way. */
const swipeSteps = 10;
/** In milliseconds. */
const fingerRests = 150;
/** A user taps what they see at least so much of, in CSS pixels (WCAG 2.5.8). */
const leastSeen = 24;
/** After so many swipes or taps without success, the page is broken. */
const mostTries = 8;

type Direction = 'up' | 'down';
interface Place {
  x: number;
  y: number;
}

/**
 * The hands of a user with one phone, or with a mouse at a desktop. They reach only what the window shows: they tap a place on the
 * screen, swipe until it is in view, and tap again if nothing has happened. The on-screen keyboard isn't simulated, and covers nothing.
 */
export class Hands {
  taps = 0;
  swipes = 0;
  keys = 0;
  changes = 0;
  touches = 0;
  /** The time that the user took to read, tap, swipe, and type, in milliseconds. */
  busy = 0;
  readonly #hasTouch: boolean;

  constructor({ hasTouch }: { hasTouch: boolean }) {
    this.#hasTouch = hasTouch;
  }

  async #take(milliseconds: number): Promise<void> {
    this.busy += milliseconds;
    await setTimeout(milliseconds);
  }

  /** Taps a control until it has its effect: it has the focus, is checked, is unfolded, or leads to another page. */
  async tap(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tries = 0; tries < mostTries; tries += 1) {
      const spot = await this.#bringIntoView(target);
      await this.#take(tapTakes);
      this.taps += 1;
      if (await hasEffect(target, () => this.#press(target.page(), spot))) return;
      // The user has looked at the page for a second.
      this.busy += pageTakes;
    }
    throw new Error(`Taps do nothing: ${target}`);
  }

  #press = (page: Page, { x, y }: Place): Promise<void> =>
    this.#hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

  /** Swipes until the target is in view. @returns the middle of its visible part. */
  async #bringIntoView(target: Locator): Promise<Place> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const spot = await findSpot(target);
      if (typeof spot === 'object') return spot;
      await this.#swipe(target.page(), spot);
    }
    throw new Error(`Can't be swiped into view: ${target}`);
  }

  async #swipe(page: Page, direction: Direction): Promise<void> {
    this.swipes += 1;
    const distance = direction === 'down' ? swipeLength : -swipeLength;
    await Promise.all([this.#take(swipeTakes), scroll(page, distance, this.#hasTouch)]);
  }

  /** Types Korean syllables or digits into a field. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await this.#take(text.length * (/\d/.test(text) ? digitTakes : syllableTakes));
    await field.page().keyboard.insertText(text);
    this.keys += text.length;
  }

  /** Reads a new page. */
  async read(page: Page, selector: string): Promise<void> {
    await page.waitForSelector(selector);
    await this.#take(pageTakes);
  }

  /** Reads a page that is already shown. */
  readOn = () => this.#take(pageTakes);

  /** Shows a finger or the face to the device. */
  async touch(): Promise<void> {
    this.touches += 1;
    await this.#take(touchTakes);
  }

  /** Changes to another device or app, without help from the page. */
  async changeTo(): Promise<void> {
    this.changes += 1;
    await this.#take(tapTakes);
  }

  /** Everything that the user did. A change is one of the device or app. */
  describe(): string {
    const { taps, swipes, keys, changes, touches } = this;
    return Object.entries({ taps, swipes, keys, changes, touches })
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  }
}

/** @returns the middle of the target's visible part, or where the target is if the window doesn't show enough of it. */
const findSpot = (target: Locator): Promise<Place | Direction> =>
  target.evaluate((element, least): Place | Direction => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    const [upper, lower] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (upper + lower) / 2];
    const onTop = lower - upper >= Math.min(height, least) ? document.elementFromPoint(x, y) : null;
    if (onTop !== null && (element.contains(onTop) || onTop.closest('label')?.contains(element) === true))
      return { x, y };
    return (top + bottom) / 2 > innerHeight / 2 ? 'down' : 'up';
  }, leastSeen);

/** Scrolls a page with a finger or a wheel. */
async function scroll(page: Page, distance: number, hasTouch: boolean): Promise<void> {
  if (!hasTouch) return page.mouse.wheel(0, distance);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const [x, start] = [width / 2, (height + distance) / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y: start });
  for (let step = 1; step <= swipeSteps; step += 1)
    await touch('touchMove', { x, y: start - (distance * step) / swipeSteps });
  // The finger rests before it is lifted. Otherwise, the page would go on moving under the next tap.
  await setTimeout(fingerRests);
  // The session isn't detached, because that would end the simulated authenticator of the page.
  await touch('touchEnd');
}

/** Nothing that another tap could change: a text field has the focus, or a radio button is checked. */
const done = 'done';

/** What a tap can change in a control. Undefined for links and buttons, which lead to another page. */
const stateOf = (target: Locator): Promise<string | undefined> =>
  target.evaluate((element, doneState) => {
    const control = element instanceof HTMLLabelElement ? element.control : element;
    if (control?.parentElement instanceof HTMLDetailsElement) return String(control.parentElement.open);
    if (!(control instanceof HTMLInputElement)) return undefined;
    if (control.type === 'checkbox') return String(control.checked);
    const isDone = control.type === 'radio' ? control.checked : control.matches(':focus');
    return isDone ? doneState : '';
  }, done);

/** Whether an action has an effect within a second: the page is left, another one opens, or the control changes. */
async function hasEffect(target: Locator, act: () => Promise<void>): Promise<boolean> {
  const context = target.page().context();
  const before = await stateOf(target);
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  const onRequest = (request: Request) => request.isNavigationRequest() && leave();
  context.on('request', onRequest).on('page', leave);
  try {
    await act();
    for (const since = performance.now(); performance.now() - since < pageTakes; await setTimeout(20)) {
      if (isLeft) return true;
      const state = before === undefined ? undefined : await stateOf(target);
      if (state !== before || state === done) return true;
    }
    return isLeft;
  } finally {
    context.off('request', onRequest).off('page', leave);
  }
}
