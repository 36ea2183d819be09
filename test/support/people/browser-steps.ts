import type { BrowserContext, Page } from 'playwright-core';
import type { World } from '../world/world.ts';
import type { Person } from './sign-in.ts';

/** Buttons of the sign-in's pages, by the form that they send. */
export const button = (form: 'sign-in' | 'consent' | 'cancel') =>
  form === 'consent' ? 'button[form=consent]' : `form[action$="/${form}"] button[type=submit]`;

/** Begins a login of the shop that ends at the address of its session. */
export const startLogin = (page: Page, world: World, query = '') =>
  goTo(page, `${world.gateway}/auth/login?return_to=/auth/session${query}`);

/** The box for automatic login on the consent page; the sign-in page has one too. */
export const consentBox = 'form[action$="/consent"] [name=autoLogin]';

export async function submitSignIn(
  page: Page,
  { name, phoneNo, telcoCd }: Person,
  { autoLogin = false } = {},
): Promise<void> {
  await page.fill('[name=name]', name);
  await page.fill('[name=phoneNo]', phoneNo);
  await page.check(`[name=telcoCd][value=${telcoCd}]`);
  if (autoLogin) await page.check('[name=autoLogin]');
  await page.click(button('sign-in'));
}

/** Agrees if the consent page is shown, as it is once per application. */
export async function agreeIfAsked(page: Page): Promise<void> {
  await page.waitForURL((url) => !/\/authorize$|\/(sign-in|wait)$/.test(url.pathname));
  if (new URL(page.url()).pathname.endsWith('/consent')) await page.click(button('consent'));
}

/** The phone of a person, in a tab of its own. */
export async function openPhone(context: BrowserContext, world: World, { phoneNo }: Person): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(`${world.sandbox}/sandbox?phoneNo=${phoneNo}`);
  return phone;
}

/** The user whose session the gateway shows, once the login has ended. */
export async function signedInUser(page: Page, world: World): Promise<Record<string, string>> {
  await page.waitForURL(`${world.gateway}/auth/session`);
  return JSON.parse(await page.locator('body').innerText()).user;
}

/**
 * Opens an address from a page of a sign-in. Such a page may move on by itself at the same moment, and its way may reach the browser after the
 * page was left: Chromium then stops the newer one, and a person goes it again. The
 * stopped one may come late as well, and stop that.
 */
export async function goTo(page: Page, address: string, tries = 5): Promise<void> {
  await page.goto(address).catch((error: Error) => {
    if (tries === 1 || !/ERR_ABORTED|interrupted by another navigation/.test(error.message)) throw error;
    return goTo(page, address, tries - 1);
  });
}

/** Goes Back, page by page, to one with this path. A page of a sign-in may move on by itself meanwhile, which Chromium refuses to leave. */
export async function goBackTo(page: Page, pathname: string): Promise<void> {
  while (new URL(page.url()).pathname !== pathname)
    await page.goBack().catch((error: Error) => {
      if (!error.message.includes('Not attached to an active page')) throw error;
    });
}
