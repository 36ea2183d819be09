import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, startLogin, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { invalidNodes } from './support/accessibility-tree.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { sizeLetters } from './support/inspect-page.ts';

const world = useBrowserWorld();
beforeEach(() => world.clock.advance(10));

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const longName = 'RODRIGUEZ DE LA CONCEPCION MARIA FERNANDA GUADALUPE';

/** The sign-in page of a user whose letters are larger by a factor. */
async function open(options: BrowserContextOptions = {}, letters = 1): Promise<Page> {
  const page = await (await world.open(options)).newPage();
  await sizeLetters(page, letters);
  await startLogin(page, world);
  return page;
}

const isCut = (page: Page, field: string) =>
  page.locator(field).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test.each([
  [360, 1.3],
  [360, 2],
  [320, 2],
])('the number fits into its field, %i px wide with text of %d times the size', async (width, letters) => {
  const page = await open({ viewport: { width, height: 740 } }, letters);
  await page.locator('[name=phoneNo]').pressSequentially('01012345678');
  expect(await page.inputValue('[name=phoneNo]')).toBe('010-1234-5678');
  expect(await isCut(page, '[name=phoneNo]')).toBe(false);
});

test.each([1, 1.3, 2])(
  'each network is next to its MVNOs, with text of %d times the size',
  async (letters) => {
    const page = await open({ viewport: { width: 360, height: 740 } }, letters);
    const places: Record<string, number[]> = await page.locator('[name=telcoCd]').evaluateAll((tiles) =>
      Object.fromEntries(
        tiles.map((tile) => {
          const { x, y } = tile.getBoundingClientRect();
          return [tile.getAttribute('value'), [Math.round(x), Math.round(y)]];
        }),
      ),
    );
    const axis = letters < 2 ? 0 : 1;
    for (const network of ['S', 'K', 'L'])
      expect(places[network]?.[axis], network).toBe(places[`${network}M`]?.[axis]);
    expect(new Set(Object.values(places).map((place) => place[axis])).size).toBe(3);
  },
);

test('the first empty field has the focus with mouse and keyboard, and on a phone no keyboard covers the form', async () => {
  const desktop = await open();
  expect(await focused(desktop)).toBe('name');
  await submitSignIn(desktop, { ...people.hana, phoneNo: '' });
  expect(await focused(desktop)).toBe('phoneNo');
  expect(await focused(await open(phone))).toBe(null);
});

test('a name of 51 letters is entirely visible', async () => {
  const page = await open(phone);
  const hidden = page.locator('[name=name] + p');
  await page.fill('[name=name]', people.hana.name);
  expect(await hidden.isVisible()).toBe(false);
  await page.fill('[name=name]', longName);
  expect(await isCut(page, '[name=name]')).toBe(true);
  expect(await hidden.innerText()).toBe(longName);
  await page.check('[name=telcoCd][value=S]');
  await page.click('form#sign-in button.button');
  expect(await page.locator('[name=name] + p').innerText()).toBe(longName);
});

test("the text size follows the phone's settings", async () => {
  const page = await open(phone);
  expect(await page.getAttribute('meta[name=text-scale]', 'content')).toBe('scale');
  expect(await page.content()).toContain(':root{font:-apple-system-body;');
});

test('a screen reader announces invalid fields, and none on a new form', async () => {
  const page = await open({ locale: 'en-US' });
  expect(await page.locator('[name=telcoCd]').count()).toBe(6);
  expect(await invalidNodes(page)).toEqual([]);
  await submitSignIn(page, { ...people.hana, phoneNo: '010' });
  await expect.poll(() => invalidNodes(page)).toEqual(['textbox Mobile number']);
  await page.goto('about:blank');
  await startLogin(page, world);
  await page.fill('[name=name]', people.hana.name);
  await page.fill('[name=phoneNo]', people.hana.phoneNo);
  await page.click(button('sign-in'));
  await expect.poll(() => invalidNodes(page)).toEqual(['radiogroup Which carrier do you use?']);
});

describe('Enter in the name field', () => {
  /** A page whose forms are counted, with the cursor in the name field. */
  async function openName() {
    const page = await open();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.focus('[name=name]');
    return { page, sent };
  }
  const nextFrame = (page: Page) =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

  test('moves to the empty number field, and sends nothing', async () => {
    const { page, sent } = await openName();
    await page.keyboard.type(people.john.name);
    await page.keyboard.press('Enter');
    await nextFrame(page);
    expect([await focused(page), sent]).toEqual(['phoneNo', []]);
    expect(await page.inputValue('[name=name]')).toBe(people.john.name);
  });

  test('completes a Korean syllable without moving the cursor or sending', async () => {
    const { page, sent } = await openName();
    const session = await page.context().newCDPSession(page);
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, isComposing }) => {
        document.title = `${key}, composing: ${isComposing}`;
      }),
    );
    await session.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '김' });
    await page.keyboard.press('Enter');
    await nextFrame(page);
    expect(await page.title()).toBe('Enter, composing: true');
    expect([await focused(page), sent]).toEqual(['name', []]);
  });

  test('sends the form if there is a number', async () => {
    const { page, sent } = await openName();
    await page.keyboard.type(people.daegi.name);
    await page.fill('[name=phoneNo]', people.daegi.phoneNo);
    await page.check(`[name=telcoCd][value=${people.daegi.telcoCd}]`);
    await page.press('[name=name]', 'Enter');
    await page.waitForSelector('.match');
    expect(sent).toHaveLength(1);
  });
});
