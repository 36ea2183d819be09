import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInName } from '../../../workers/service/protocol/sign-in-name.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { signInToAccount } from '../../support/fixtures/account-pages.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, flowOf, people, signIn } from '../../support/fixtures/sign-in.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const firefox = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
};

describe('after a sign-in the carrier gets notices', () => {
  const world = useWorld({ half: 'service', workers: [standInCarrier] });
  let control: Pick<Control, 'answer' | 'noticesTaken' | 'letEachPhoneApproveItsOwn'>;
  let lastNumber = 1_000;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
    await control.letEachPhoneApproveItsOwn();
    await control.answer({ confirmation: { status: 'requested', requestId: 'r1' } });
    await control.answer({ outcome: { status: 'approved', identity: hana } });
  });
  beforeEach(async () => {
    await control.noticesTaken();
  });

  const somebody = () => {
    lastNumber += 1;
    return { ...people.hana, phoneNo: `0108887${lastNumber}`, telcoCd: 'KM' };
  };
  /** Waits for notices, which are sent after the response. @returns them once there are this many. */
  async function noticed(count: number) {
    const seen: Awaited<ReturnType<typeof control.noticesTaken>> = [];
    await expect.poll(async () => seen.push(...(await control.noticesTaken()))).toBe(count);
    return seen.sort((left, right) => left.kind.localeCompare(right.kind));
  }

  test('of a new browser, automatic login, and a consent, each once, with their details', async () => {
    const person = somebody();
    const browser = new BrowserSession(world, { headers: firefox });
    const page = await browser.submit(await browser.get(authorizeUrl(world)), { ...person, autoLogin: 'Y' });
    const signIn = signInName(flowOf(page));
    codeOf(await browser.submit(page));
    const notices = await noticed(3);
    expect(notices.map(({ kind }) => kind)).toEqual(['automatic_login', 'consent', 'new_browser']);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(3);
    for (const notice of notices)
      expect(notice).toEqual({
        id: expect.stringMatching(/^[\w-]{16}$/),
        kind: notice.kind,
        signIn,
        phoneNo: person.phoneNo,
        telcoCd: 'K',
        mvno: true,
        application: 'Demo Shop',
        applicationHost: 'localhost:3000',
        at: await world.clock.now(),
        context: expect.objectContaining({
          browser: 'Firefox, Windows',
          knownBrowser: false,
          automaticLogin: true,
        }),
        end: expect.stringMatching(`^${world.service}/account/end\\?notice=[\\w.-]+$`),
      });
  });

  test('once for a form sent twice, with the same IDs', async () => {
    const browser = new BrowserSession(world);
    const page = await browser.submit(await browser.get(authorizeUrl(world)), somebody());
    const early = browser.copy();
    codeOf(await browser.submit(page));
    codeOf(await browser.submit(page));
    const once = await noticed(2);
    codeOf(await early.submit(page));
    const again = await noticed(2);
    expect(again.map(({ id }) => id)).toEqual(once.map(({ id }) => id));
  });

  test('of neither a known browser nor a renewed automatic login', async () => {
    const person = somebody();
    const browser = new BrowserSession(world);
    codeOf(await signIn(browser, world, person, { autoLogin: true }));
    await noticed(3);
    await world.clock.advance(700);
    const device = [...browser.cookies(world.service)].find(([name]) => name.includes('plid-device'));
    // A page in a frame allows no automatic login, only a full sign-in.
    const form = await browser.get(authorizeUrl(world), { 'Sec-Fetch-Dest': 'iframe' });
    codeOf(await browser.submit(form, person));
    const renewed = browser.cookies(world.service).get(device?.[0] ?? '');
    expect(renewed).toBeDefined();
    expect(renewed).not.toBe(device?.[1]);
    // The next notice is of the next sign-in: none was on its way.
    await signInToAccount(new BrowserSession(world), world, person);
    expect(await noticed(1)).toMatchObject([{ kind: 'new_browser', application: 'Connected services' }]);
  });
});
