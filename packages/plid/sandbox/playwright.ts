import type { SandboxClient } from './sandbox-client.ts';
import { SandboxError } from './sandbox-error.ts';
import type { PersonOfSandbox } from './sandbox-person.ts';

// Both test runners have the same fixtures. Only Playwright has a page.
export * from './vitest.ts';

/** The required part of Playwright's `Page`. */
export interface SignInPage {
  url(): string;
  fill(selector: string, value: string): Promise<void>;
  check(selector: string): Promise<void>;
  click(selector: string): Promise<void>;
  isVisible(selector: string): Promise<boolean>;
  waitForURL(url: (url: URL) => boolean): Promise<void>;
}

const formPaths = ['/oauth2/authorize', '/oauth2/authorize/sign-in', '/oauth2/authorize/wait'];
const consentPath = '/oauth2/authorize/consent';

interface SignInChoices {
  /** Whether the user chooses automatic login on this device. */
  autoLogin?: boolean;
}

/** Fills in and sends the sign-in form. @returns the user. */
export async function sendSignInForm(
  page: SignInPage,
  sandbox: SandboxClient,
  phoneNo: string,
  { autoLogin = false }: SignInChoices = {},
): Promise<PersonOfSandbox> {
  const person = sandbox.person(phoneNo);
  const { name, telcoCd, mvno } = await person.read();
  await page.check(`[name=telcoCd][value=${mvno === 'Y' ? `${telcoCd}M` : telcoCd}]`);
  // On a phone, the page offers the carrier's app first.
  if (!(await page.isVisible('[name=name]'))) await page.click('#sign-in > .others > summary');
  await page.fill('[name=name]', name);
  await page.fill('[name=phoneNo]', phoneNo);
  if (autoLogin) await page.check('[name=autoLogin]');
  await page.click('form[action$="/sign-in"] button[type=submit]:not([name])');
  return person;
}

/**
 * Completes a sign-in on a page that shows the form. Fills in the form, approves on the phone, and agrees to the
 * first consent. @throws {SandboxError} if the user denies or doesn't answer, or if the user's carrier fails. To
 * test these outcomes, submit the form yourself and inspect the page.
 */
export async function signInOn(
  page: SignInPage,
  sandbox: SandboxClient,
  phoneNo: string,
  choices: SignInChoices = {},
): Promise<void> {
  const { name, behaviour } = await sandbox.person(phoneNo).read();
  if (behaviour !== 'approves' && behaviour !== 'waits')
    throw new SandboxError(
      `The phone of ${name} is set to "${behaviour}". Use sendSignInForm, and check what the page shows.`,
    );
  const person = await sendSignInForm(page, sandbox, phoneNo, choices);
  if (behaviour === 'waits') await person.approve();
  await page.waitForURL(({ pathname }) => !formPaths.includes(pathname));
  if (new URL(page.url()).pathname !== consentPath) return;
  await page.click('button[form=consent]');
  await page.waitForURL(({ pathname }) => pathname !== consentPath);
}
