import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo } from '../../support/fixtures/browser-steps.ts';
import { appLink } from '../scenes/gateway-scenes.ts';
import { scenes } from '../scenes/index.ts';
import { deviceOf } from '../scenes/scene.ts';
import { accessibilityFaults } from '../support/accessibility-tree.ts';
import type { useBrowserWorld } from '../support/browser-world.ts';
import { endingFaults } from '../support/ending-faults.ts';
import { forcedColourFaults } from '../support/forced-colours.ts';
import {
  axeFindings,
  badlyFitting,
  movements,
  sizeLetters,
  smallTargets,
  spaceLetters,
} from '../support/inspect-page.ts';
import { keyboardFaults } from '../support/keyboard-faults.ts';
import { faintBorders, markupFaults } from '../support/markup-faults.ts';
import { brokenWords, layoutShift, linesAtDots, narrowValues } from '../support/page-layout.ts';
import { isRead, pageTexts, textsOf } from '../support/page-texts.ts';

type BrowserWorld = ReturnType<typeof useBrowserWorld>;

/** The size of a page as it is sent, in bytes. */
const maxCompressed = 9 * 1024;
/** The same of a page of the sandbox or the demo shop, which stays on the desk. */
const maxOnDesk = 11 * 1024;
/** The most that a page may move while it is loaded (Cumulative Layout Shift). */
const maxShift = 0.01;
const phone = { width: 360, height: 740 };
/** A window of 1280 px at 200 %, and with letters of twice the size as well; the same on a small phone. */
const zoomed = [640, 320];

/** Phones, a window on each side of the rules for narrow pages, and desks. */
const columnWidths = [320, 353, 360, 412, 481, 768, 1440];

/** Texts that none of these pages shows: the reason, and the page of the list that has their place. */
const shownElsewhere: Record<string, string> = {
  /** A page whose widget is another company's: test/service/sign-in/challenge.test.ts. */
  'signIn.challenge': 'service/challenge',
  'signIn.retry': 'of a countdown (browser/retry-time.test.ts)',
  'start.code.type': 'of a carrier that returns only digits; as “orType”',
  'signIn.wait.anyApp': 'instead of the name of an app, which this world has',
  'signIn.refusals.anotherPhone':
    'no phone of the sandbox answers for another (test/service/sign-in/carrier.test.ts); as “expired”',
  'signIn.refusals.unavailable':
    'while something is down (test/service/sign-in/pages.test.ts); as “expired”, with a button more',
  'passkeyList.used':
    'of a passkey that has signed in (test/service/features/passkeys/passkeys.test.ts); as “unused”',
  'logout.confirm': 'of an application of OpenID Connect (service/openid-logout); as “confirmAll”',
  'account.unavailable': 'while something is down; as “refused”',
  'account.list.gone':
    'the name of an application that was deleted (test/service/features/account-page/account.test.ts)',
  'gateway.failures.flow_used':
    'after the code went through the token proxy (test/gateway/routes/token/apps.test.ts); as “flow_expired”',
  'gateway.failures.upstream_timeout':
    'after ten seconds (test/gateway/upstream/failures.test.ts); as “upstream_unavailable”',
  'gateway.failures.disconnect_incomplete':
    'of a Worker whose own handler fails (test/gateway/single-worker/departures.test.ts); as “no_session”',
  'gateway.failures.sign_in_pending':
    'after ten seconds (test/gateway/routes/callback/callback.test.ts); as “sign_in_broken_off”',
  'gateway.failures.too_many_requests':
    'no limit in this world (test/attacks/gateway-unauthenticated.test.ts); as “unavailable”',
  'gateway.failures.insecure_transport':
    'loopback needs none (test/every-worker/page-or-json.test.ts); as “flow_expired”',
  'gateway.failures.unavailable': 'while something is down; as “upstream_unavailable”',
  'gateway.failures.no_session.title':
    'of a sign-out that names another session (test/gateway/sessions/sessions.test.ts); as “stillConnected”',
  'gateway.stillSignedIn': 'while something is down; as “stillConnected”',
  'gateway.notAvailable': 'of the guard (test/gateway/features/guard/guard.test.ts); as “stillConnected”',
  'gateway.tryAgain': 'of the guard; as “stillConnected”',
  'gateway.failures.cross_origin': 'of the guard; as “stillConnected”',
  'gateway.failures.other_host':
    'of a form on another host (test/doors/gateway-host-posts.test.ts); as “insecure_transport”',
  'sandbox.status_expired': 'of a request that has run out; as “status_pending”',
  'sandbox.beside_close':
    'in the frame next to the shop (test/browser/side-by-side.test.ts); as the other buttons',
  'sandbox.phones_other':
    'in the frame next to the shop (test/browser/side-by-side.test.ts); as “leave_heading”',
  'sandbox.automatic_unknown': 'while the service does not answer the sandbox; as “automatic_none”',
  'demo.wire_nothing': 'after the sandbox was emptied; as “wire_lead”',
  'demo.step_disconnect': 'of a login that has been disconnected since; as the other steps',
  'demo.gateway_unavailable': 'the demo and the gateway are one worker here; as “no_page”',
  'demo.again': 'the demo and the gateway are one worker here; as “no_page”',
  'demo.greeting_unnamed': 'of an application that does not receive the name',
};
const isElsewhere = (name: string) =>
  Object.keys(shownElsewhere).some((known) => `${name}.`.startsWith(`${known}.`));

/** How a file opens each page. */
interface Way {
  locale: 'ko-KR' | 'en-US';
  scripts: boolean;
  /** Checks that one language suffices for, since neither markup nor colours nor controls differ. @returns a sentence for each fault. */
  inspectFurther(page: Page): Promise<string[]>;
}

/** Tests every page in one language. Two files share the languages, so that each has a core of its own. */
export function testEveryPage(world: BrowserWorld, { locale, scripts, inspectFurther }: Way): void {
  const language = locale.startsWith('ko') ? 'ko' : 'en';
  const options = { locale, bypassCSP: true, reducedMotion: 'reduce', viewport: phone } as const;
  let copy: Page;
  let read = '';
  beforeAll(async () => {
    copy = await (await world.open(options)).newPage();
    // A device without passkeys makes the page that offers one continue by itself.
    await copy.addInitScript(() => {
      const { PublicKeyCredential = {} } = globalThis;
      Object.assign(PublicKeyCredential, { isUserVerifyingPlatformAuthenticatorAvailable: async () => true });
    });
  });
  afterAll(() => copy.context().close());

  test.each(scenes)('$name', async (scene) => {
    const { name, open, shows, close } = scene;
    const context = await world.open({ ...options, ...deviceOf(scene), javaScriptEnabled: scripts });
    const page = await context.newPage();
    const loaded = watchLoading(world, page);
    await world.clock.advance(10);
    await open(page, world);
    await page.waitForSelector(shows, { state: 'attached' });
    await close?.(world);
    const html = await loaded.document();
    const shift = scripts ? await layoutShift(page) : 0;
    const offered = await controlsOf(page);
    expect(offered, 'a way on').not.toEqual([]);
    const address = page.url();
    await context.close();

    await openCopy(copy, address, html);
    // With and without scripts, a page has the same controls.
    expect(offered, name).toEqual(await controlsOf(copy));
    expect(await copy.evaluate(() => document.documentElement.lang)).toBe(language);
    read += `\n${await textsOf(copy, html)}`;
    const faults = [...loaded.faults, ...(await inspect(copy, html)), ...(await inspectFurther(copy))];
    if (shift > maxShift) faults.push(`moved by ${shift} while it was loaded`);
    expect(faults).toEqual([]);
  });

  test('has each of its texts on a page of this list', () => {
    const unread = pageTexts(language).filter(([, text]) => !isRead(text, read));
    expect(unread.filter(([name]) => !isElsewhere(name))).toEqual([]);
  });
}

/** Records the requests of a page: there must be one, and it must be small. */
function watchLoading(world: BrowserWorld, page: Page) {
  let latest: Response | undefined;
  const faults: string[] = [];
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage && (response.status() < 300 || response.status() >= 400)) latest = response;
  });
  page.on('request', (request) => {
    const isOwn = ['document', 'fetch'].includes(request.resourceType());
    const isOurs = request.url().startsWith(world.gateway) || request.url().startsWith(appLink);
    if (!isOwn || !isOurs) faults.push(`asks for ${request.url()}`);
  });
  return {
    faults,
    async document(): Promise<string> {
      const html = (await latest?.text()) ?? '';
      const size = gzipSync(html).length;
      const { pathname } = new URL(page.url());
      const isOnDesk = pathname === '/' || pathname.startsWith('/sandbox');
      if (size >= (isOnDesk ? maxOnDesk : maxCompressed)) faults.push(`${size} bytes compressed`);
      return html;
    },
  };
}

/** Opens the same page with its scripts, without the network: nothing changes while it is inspected. */
async function openCopy(page: Page, address: string, html: string): Promise<void> {
  await page.unroute('**');
  await goTo(page, 'about:blank');
  let isOpen = false;
  await page.route('**', (route) => {
    if (isOpen) return route.fulfill({ status: 204 });
    isOpen = true;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
  });
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light' });
  await sizeLetters(page, 1);
  await page.goto(address);
}

/** Each kind of link, button and field on a page, once. */
const controlsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll(
      'a[href], button, select, summary, textarea, input:not([type=hidden])',
    );
    const kinds = [...all].map((element) =>
      [element.tagName, element.getAttribute('name'), element.getAttribute('formaction')].join(' '),
    );
    return [...new Set(kinds)];
  });

/** Every fault of a page: in its markup, in narrow windows, with large letters, for fingers, and for people who want less motion. */
async function inspect(page: Page, html: string): Promise<string[]> {
  const faults: string[] = [];
  const note = (what: string, found: string[]) => faults.push(...found.map((fault) => `${what}: ${fault}`));
  note('markup', await markupFaults(page, html));
  note('in the accessibility tree', await accessibilityFaults(page));
  note('moves', await movements(page));
  note('wider than a phone', await badlyFitting(page));
  note('a line begins with a dot', await linesAtDots(page));
  for (const width of columnWidths) {
    await page.setViewportSize({ width, height: phone.height });
    note(`values squeezed at ${width} px`, await narrowValues(page));
    note(`a word broken at ${width} px`, await brokenWords(page));
  }
  note('an ending', await endingFaults(page));
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: phone.height });
    note(`wider than ${width} px`, await badlyFitting(page));
    note(`small at ${width} px`, await smallTargets(page));
    note(`a line begins with a dot at ${width} px`, await linesAtDots(page));
  }
  const putBack = await spaceLetters(page);
  note('letters far apart', await badlyFitting(page));
  await putBack();
  await sizeLetters(page, 2);
  for (const width of zoomed) {
    await page.setViewportSize({ width, height: phone.height / 2 });
    note(`wider than ${width} px, letters at 200 %`, await badlyFitting(page));
  }
  return faults;
}

/** Every fault for axe, and of the colours: light, dark and forced. */
export async function inspectMarkupAndColours(page: Page): Promise<string[]> {
  await page.setViewportSize(phone);
  await sizeLetters(page, 1);
  const light = [...(await axeFindings(page)), ...(await faintBorders(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [...(await axeFindings(page, 'colour')), ...(await faintBorders(page))];
  const forced = await forcedColourFaults(page);
  return [
    ...light.map((fault) => `axe: ${fault}`),
    ...dark.map((fault) => `dark: ${fault}`),
    ...forced.map((fault) => `in forced colours: ${fault}`),
  ];
}

export async function inspectByKeyboard(page: Page): Promise<string[]> {
  await page.setViewportSize(phone);
  await sizeLetters(page, 1);
  return (await keyboardFaults(page)).map((fault) => `by keyboard: ${fault}`);
}
