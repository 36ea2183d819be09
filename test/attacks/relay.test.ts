import { beforeAll, describe, expect, test } from 'vitest';
import { type ShownPart, shownParts } from '../../workers/core/carrier/port.ts';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { beginForm, signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { hana } from '../support/fixtures/grants.ts';
import { endsOn, newSubscriber, noticesOn } from '../support/fixtures/phones.ts';
import { authorizeUrl, people } from '../support/fixtures/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';

/** A relay's browser: it is shown the number that it shows to its victim, and posts whatever it likes. */
const foreign = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Accept-Language': 'ru',
};
const without = (part: ShownPart) => shownParts.filter((other) => other !== part);

describe.each(['Y', 'N'])('a relay whose victim has approved, SHOWN_REQUIRED=%s', (SHOWN_REQUIRED) => {
  const world = useWorld({
    half: 'service',
    workers: [standInCarrier],
    overrides: { 'plid-service-authorize': { vars: { SHOWN_REQUIRED } } },
  });
  let control: Pick<Control, 'answer' | 'taken' | 'letEachPhoneApproveItsOwn'>;
  let lastNumber = 1_000;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
    await control.letEachPhoneApproveItsOwn();
  });

  /** A user without an earlier request. */
  function victim() {
    lastNumber += 1;
    return { ...people.hana, phoneNo: `0108888${lastNumber}` };
  }

  /** The victim's phone shows these parts of the request, and the victim taps the right number. */
  async function tapped(shown: ShownPart[] | undefined): Promise<void> {
    const confirmation = { status: 'requested' as const, requestId: 'r1', ...(shown && { shown }) };
    await control.answer({ confirmation, outcome: { status: 'approved', identity: hana } });
    await control.taken();
  }

  /** The relay signs in at the shop, and claims automatic login on each form that the parameters name. */
  async function relayed(claims: { form?: boolean; consent?: boolean }) {
    const relay = new BrowserSession(world, { headers: foreign });
    const claimed = (claim: boolean | undefined) => (claim ? { autoLogin: 'Y' } : {});
    const form = await relay.get(authorizeUrl(world));
    const consent = await relay.submit(form, { ...victim(), ...claimed(claims.form) });
    const isConsent = consent.url.pathname.endsWith('/consent');
    const end = isConsent ? await relay.submit(consent, claimed(claims.consent)) : consent;
    const [question] = await control.taken();
    return { relay, consent, end, told: question?.context };
  }

  const hasAutomaticLogin = async (relay: BrowserSession) =>
    (await relay.get(authorizeUrl(world))).status === 302;
  const offersIt = ({ document }: Shown) => document.querySelector('input[name=autoLogin]') !== null;

  test('gets automatic login if the phone showed it', async () => {
    await tapped([...shownParts]);
    const { relay, told } = await relayed({ form: true });
    expect(told).toMatchObject({ browser: 'Firefox, Windows', knownBrowser: false, automaticLogin: true });
    expect(await hasAutomaticLogin(relay)).toBe(true);
  });

  test('gets none that is only requested on the consent page', async () => {
    await tapped([...shownParts]);
    const { relay, told } = await relayed({ consent: true });
    expect(told?.automaticLogin).toBe(false);
    expect(await hasAutomaticLogin(relay)).toBe(false);
  });

  test("gets none, and isn't offered it, if the phone showed everything else", async () => {
    await tapped(without('automaticLogin'));
    const { relay, consent } = await relayed({ form: true, consent: true });
    expect(await hasAutomaticLogin(relay)).toBe(false);
    expect(offersIt(consent)).toBe(false);
  });

  test('is trusted by a carrier that reports nothing only if the operator allows that', async () => {
    await tapped(undefined);
    const { relay } = await relayed({ form: true, consent: true });
    expect(await hasAutomaticLogin(relay)).toBe(SHOWN_REQUIRED === 'N');
  });

  test.each([
    ['shows everything', [...shownParts], true],
    ['shows everything except this', without('account'), false],
    ['is silent', undefined, SHOWN_REQUIRED === 'N'],
  ])("sees the victim's account page if the phone %s: %s → %s", async (_, shown, opens) => {
    await tapped(shown);
    const relay = new BrowserSession(world, { headers: { ...foreign, 'Accept-Language': 'en' } });
    const page = await signInToAccount(relay, world, victim());
    const [question] = await control.taken();
    expect(question?.context).toMatchObject({ automaticLogin: false, account: true });
    expect(page.document.querySelector(beginForm) === null).toBe(opens);
    expect(relay.cookies(world.service).has('__Host-plid-account')).toBe(opens);
  });
});

describe('a relay with everything, whose victim reads the phone a moment later', () => {
  const world = useWorld({ local: true });
  const sessionOf = async (browser: BrowserSession) => {
    const answer = await browser.fetch(`${world.gateway}/auth/session`);
    return answer.status === 200 ? JSON.parse(await answer.text()).user.name : undefined;
  };

  test("loses the application's session and automatic login", async () => {
    const person = await newSubscriber(world);
    const relay = new BrowserSession(world, { headers: { ...foreign, 'Accept-Language': 'en' } });
    const form = await relay.get(`${world.gateway}/auth/login?return_to=/`);
    await relay.submit(await relay.submit(form, { ...person, autoLogin: 'Y' }));
    expect(await sessionOf(relay)).toBe('홍길동');

    await endsOn(world, person.phoneNo, 3);
    const notices = await noticesOn(world, person.phoneNo);
    const told = notices.map(({ kind, application, context: { browser } }) => [kind, application, browser]);
    expect(told.sort()).toEqual([
      ['automatic_login', 'Demo Shop', 'Firefox, Windows'],
      ['consent', 'Demo Shop', 'Firefox, Windows'],
      ['new_browser', 'Demo Shop', 'Firefox, Windows'],
    ]);
    for (const { end = '' } of notices) {
      const phone = new BrowserSession(world);
      await phone.submit(await phone.get(end), {}, 'form[action="/account/end"]');
    }
    await expect.poll(() => sessionOf(relay)).toBeUndefined();
    expect((await relay.get(`${world.gateway}/auth/login?return_to=/`)).text).toContain('name="phoneNo"');

    // An attacker who finds the addresses can't end the user's later sessions.
    const own = new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });
    await world.clock.advance(60);
    const begun = await own.get(`${world.gateway}/auth/login?return_to=/`);
    await own.submit(await own.submit(begun, person));
    for (const { end = '' } of notices) {
      const phone = new BrowserSession(world);
      await phone.submit(await phone.get(end), {}, 'form[action="/account/end"]');
    }
    await world.settled();
    expect(await sessionOf(own)).toBe('홍길동');
  });
});
