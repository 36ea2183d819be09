import type { World } from '../world/world.ts';
import type { BrowserSession, Shown } from './browser-session.ts';
import type { Person } from './sign-in.ts';

export const beginForm = 'form[action="/account/sign-in"]';

export const openAccount = (browser: BrowserSession, world: World): Promise<Shown> =>
  browser.get(`${world.service}/account`);

/** Opens `/account` and signs in there. @param start the page, if it is open already. @returns the page at the end of the sign-in. */
export async function signInToAccount(
  browser: BrowserSession,
  world: World,
  person: Person,
  start?: Shown,
): Promise<Shown> {
  const form = await browser.submit(start ?? (await openAccount(browser, world)), {}, beginForm);
  return browser.submit(form, person, 'form[action$="/authorize/sign-in"]');
}

export const connectionsOn = ({ document }: Shown): string[] =>
  document.querySelectorAll('section:not(#sign-ins) > h2').map((heading) => heading.text);

/** Follows the link that disconnects an application, and presses the button that confirms it. */
export async function disconnectOn(browser: BrowserSession, page: Shown, choice: string): Promise<Shown> {
  const link = page.document.querySelector(`a[href="/account/disconnect?${choice}"]`);
  if (link === null) throw new Error(`No way to disconnect ${choice}:\n${page.text}`);
  const confirm = await browser.get(new URL(link.getAttribute('href') ?? '', page.url));
  return browser.submit(confirm, {}, 'form[action="/account/disconnect"]');
}
