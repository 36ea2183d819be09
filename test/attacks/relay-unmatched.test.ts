import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shownParts } from '../../workers/core/carrier/port.ts';
import { unmatchedBrowserAge } from '../../workers/service/settings/service-lifetimes.ts';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { beginForm, signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { hana } from '../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, people, signIn } from '../support/fixtures/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';

/** Chrome on Windows, in the victim's own country. */
const foreign = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36' };

describe('a relay whose victim’s phone can only display the number', () => {
  const world = useWorld({
    half: 'service',
    workers: [standInCarrier],
    overrides: { 'plid-service-authorize': { vars: { NUMBER_MATCHING: 'S=none', SHOWN_REQUIRED: 'Y' } } },
  });
  let control: Pick<Control, 'answer' | 'taken' | 'letEachPhoneApproveItsOwn'>;
  let lastNumber = 3_000;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
    await control.letEachPhoneApproveItsOwn();
  });
  beforeEach(async () => {
    const confirmation = { status: 'requested' as const, requestId: 'r1', shown: [...shownParts] };
    await control.answer({ confirmation, outcome: { status: 'approved', identity: hana } });
    await control.taken();
  });

  function victim(telcoCd = 'S') {
    lastNumber += 1;
    return { ...people.hana, telcoCd, phoneNo: `0108888${lastNumber}` };
  }
  const hasAutomaticLogin = async (browser: BrowserSession) =>
    (await browser.get(authorizeUrl(world))).status === 302;
  const automatic = { autoLogin: true };

  test('gets the session, but no automatic login, even if the victim approves twice on the same day', async () => {
    const person = victim();
    const relay = new BrowserSession(world, { headers: foreign });
    codeOf(await signIn(relay, world, person, automatic));
    const [first] = await control.taken();
    expect(first).toMatchObject({ entry: 'none', context: { knownBrowser: false, automaticLogin: false } });
    expect(await hasAutomaticLogin(relay)).toBe(false);

    await world.clock.advance(unmatchedBrowserAge - 60);
    codeOf(await signIn(relay, world, person, automatic));
    const [second] = await control.taken();
    expect(second).toMatchObject({ context: { knownBrowser: true, automaticLogin: false } });
    expect(await hasAutomaticLogin(relay)).toBe(false);
  });

  test('looks like the owner’s own browser a day after its first sign-in', async () => {
    const person = victim();
    const browser = new BrowserSession(world, { headers: foreign });
    codeOf(await signIn(browser, world, person, automatic));
    await world.clock.advance(unmatchedBrowserAge);
    codeOf(await signIn(browser, world, person, automatic));
    expect((await control.taken()).map(({ context }) => context.automaticLogin)).toEqual([false, true]);
    expect(await hasAutomaticLogin(browser)).toBe(true);
  });

  test('does not see the victim’s account page, which a matched approval opens', async () => {
    for (const [telcoCd, opens] of [
      ['S', false],
      ['K', true],
    ] as const) {
      const relay = new BrowserSession(world, { headers: { ...foreign, 'Accept-Language': 'en' } });
      const page = await signInToAccount(relay, world, victim(telcoCd));
      expect(page.document.querySelector(beginForm) === null).toBe(opens);
      expect(relay.cookies(world.service).has('__Host-plid-account')).toBe(opens);
    }
  });

  test('is shown the number to compare, and no promise of a choice', async () => {
    await control.answer({
      confirmation: { status: 'requested', requestId: 'r1' },
      outcome: { status: 'pending' },
    });
    const browser = new BrowserSession(world, { headers: { ...foreign, 'Accept-Language': 'en' } });
    const page = await browser.submit(await browser.get(authorizeUrl(world)), victim());
    const [question] = await control.taken();
    expect(page.text).toContain('Approve only if the app shows this number');
    expect(page.text).toContain(`The number to compare: ${question?.match}`);
    expect(page.text).not.toMatch(/Choose this number|Enter this number/);
  });
});
