import type { BrowserSession, Shown } from '../../test/support/fixtures/browser-session.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import type { World } from '../../test/support/world/world.ts';
import { letCarrierBe } from './malformed-carrier-world.ts';

/** The result of a sign-in whose carrier misbehaved. */
export interface RudeSignIn {
  end: Shown;
  consent: boolean;
  /** The page that refused the carrier's answer, if one did. */
  refused: Shown | undefined;
}

/**
 * A full sign-in while the carriers answer with a fault. If it is refused, they answer properly from then on, and the user follows the
 * instructions of the page.
 * @param address of the authorization request, which asks for a full sign-in.
 */
export async function signInRudely(
  world: World,
  browser: BrowserSession,
  { address, person }: { address: string; person: Person },
  manners: Parameters<typeof letCarrierBe>[1],
): Promise<RudeSignIn> {
  const form = await browser.get(address);
  let refused: Shown | undefined;
  let consent = false;
  await letCarrierBe(world, manners);
  try {
    let page = await browser.submit(form, person);
    for (;;) {
      const isConsent = page.status === 200 && page.url.pathname.endsWith('/consent');
      if (page.status === 503 && refused === undefined) {
        refused = page;
        await letCarrierBe(world, 'polite');
        page = await goOn(browser, page, person);
      } else if (isConsent) {
        consent = true;
        page = await browser.submit(page);
      } else return { end: page, consent, refused };
    }
  } finally {
    await letCarrierBe(world, 'polite');
  }
}

/** Sends the form again, or follows the button of the page. */
function goOn(browser: BrowserSession, page: Shown, person: Person): Promise<Shown> {
  if (page.document.querySelector('input[name=phoneNo]') !== null) return browser.submit(page, person);
  const again = page.document.querySelector('a.button')?.getAttribute('href') ?? '';
  return browser.get(new URL(again, page.url));
}
