import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shownParts } from '../../workers/core/carrier/port.ts';
import { accountClientId } from '../../workers/service/registry/account-client.ts';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { beginForm } from '../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { hana } from '../support/fixtures/grants.ts';
import {
  addReviewer,
  day,
  enterCode,
  enterNumber,
  registerWithReviewer,
  reviewersBrowser,
  reviewersToken,
  signInReviewer,
} from '../support/fixtures/reviewers.ts';
import { authorizeUrl, codeOf, flowOf, postForm, returned, steps } from '../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../support/requests/operator-requests.ts';
import {
  basic,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service', workers: [standInCarrier] });
let control: Pick<Control, 'answer' | 'asked' | 'letEachPhoneApproveItsOwn'>;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
  await control.letEachPhoneApproveItsOwn();
});
beforeEach(() => control.answer({ confirmation: { status: 'unconfirmed' } }));

/** The start of a request in a carrier's app. */
const started = {
  status: 'started',
  open: { web: 'https://elsewhere.example/r1' },
  code: 'a-secret-of-the-carrier',
  digits: '48219357',
} as const;
const reviewPath = '/oauth2/authorize/review';
/** A browser at an address, whose limits it shares with others there. */
const browserAt = (address: string) =>
  new BrowserSession(world, { headers: { 'CF-Connecting-IP': address } });
const register = () =>
  registerApplication(world, { name: '서점', redirect_uris: ['http://localhost:3000/callback'] });

/** An unassigned number in the range of reviewers. */
let unused = 0;
const unusedNumber = () => {
  unused += 1;
  return `010099${String(unused).padStart(5, '0')}`;
};

/** A page without what differs in each sign-in. */
const withoutIds = ({ status, text, headers }: Shown, phoneNo: string) => ({
  status,
  headers: [...headers.keys()].sort(),
  text: text
    .replaceAll(phoneNo, '<number>')
    .replaceAll(/\d+-[\w-]{22}-[A-Za-z0-9]{20}/g, '<flow>')
    .replaceAll(/nonce="[^"]+"/g, 'nonce')
    .replaceAll(/(<code class="selectable"[^>]*>)[\w-]{9}</g, '$1<code><')
    .replaceAll(/<span class="visually-hidden">(?:\S )+\S<\/span>/g, '<spelled>')
    .replaceAll(/\b[\w-]{11}\b|\b[0-9a-f]{16}\b/g, '<id>'),
});

describe('a number of a reviewer', () => {
  test('at an application without reviewers gets what any unconfirmed number gets', async () => {
    const { application } = await registerWithReviewer(world, { name: '서점' });
    const { client_id } = await register();
    const asked = async (client: string, phoneNo: string) =>
      withoutIds(await enterNumber(world, reviewersBrowser(world), client, phoneNo), phoneNo);
    const [unknown, without, with_] = [
      await asked(client_id, '01077770101'),
      await asked(client_id, unusedNumber()),
      await asked(application.client_id, unusedNumber()),
    ];
    expect(unknown.status).toBe(400);
    expect(without).toEqual(unknown);
    expect(with_).toEqual(unknown);
  });

  test('can be entered at any application without keeping the reviewer out', {
    timeout: 60_000,
  }, async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = await register();
    for (const client of [client_id, application.client_id])
      for (let attempt = 0; attempt < 22; attempt += 1) {
        const page = await enterNumber(world, reviewersBrowser(world), client, reviewer.phoneNo);
        expect(page.status).toBe(client === client_id ? 400 : 200);
      }
    codeOf(await signInReviewer(world, application.client_id, reviewer));
  });

  test('counts for its address, and for its application, at every application', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = await register();
    for (const client of [client_id, application.client_id]) {
      const address = client === client_id ? '203.0.113.2' : '203.0.113.3';
      const browser = browserAt(address);
      await world.spend('SIGN_IN_LIMIT', address, 59);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 2; attempt += 1)
        statuses.push((await enterNumber(world, browser, client, reviewer.phoneNo)).status);
      expect(statuses).toEqual([client === client_id ? 400 : 200, 429]);
    }
    await world.spend('APPLICATION_LIMIT', client_id, 6_000);
    const page = await enterNumber(world, reviewersBrowser(world), client_id, reviewer.phoneNo);
    expect(page.status).toBe(429);
  });

  test('is never sent to a carrier that would confirm it, in any spelling', async () => {
    await control.answer({
      confirmation: { status: 'requested', requestId: 'r1', shown: [...shownParts] },
      outcome: { status: 'approved', identity: hana },
    });
    const { client_id } = await register();
    const number = unusedNumber();
    const [start, end] = [number.slice(3, 7), number.slice(7)];
    const before = await control.asked();
    for (const spelling of [
      number,
      `+82 10 ${start} ${end}`,
      `010-${start}-${end}`,
      `８２10${start}${end}`,
    ]) {
      const page = await enterNumber(world, reviewersBrowser(world), client_id, spelling);
      expect(page.status).toBe(400);
    }
    expect(await control.asked()).toBe(before);
  });

  test('is refused if a carrier’s app reports it as its own', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    await control.answer({
      start: { ...started, requestId: reviewer.phoneNo },
      outcome: { status: 'approved', identity: { ...hana, phoneNo: reviewer.phoneNo } },
    });
    const browser = reviewersBrowser(world);
    const page = await browser.get(
      authorizeUrl(world, { client_id: application.client_id, prompt: 'login' }),
    );
    const end = await browser.press(page, 'button[value=code]', { flow: flowOf(page), telcoCd: 'S' });
    expect([end.status, end.url.pathname]).toEqual([400, '/oauth2/authorize/wait']);
    expect(end.text).not.toContain('code=');
  });

  test('doesn’t open the account pages', async () => {
    const { reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const form = await browser.submit(await browser.get(`${world.service}/account`), {}, beginForm);
    expect(flowOf(form)).toContain(accountClientId);
    const page = await browser.submit(form, { name: 'APP REVIEW', phoneNo: reviewer.phoneNo, telcoCd: 'S' });
    expect(page.status).toBe(400);
  });
});

describe('a reviewer of one application', () => {
  test('is unknown at another application', async () => {
    const first = await registerWithReviewer(world);
    const second = await registerWithReviewer(world);
    const page = await enterNumber(
      world,
      reviewersBrowser(world),
      second.application.client_id,
      first.reviewer.phoneNo,
    );
    expect(page.status).toBe(400);
  });

  test('can’t use its code, token, or plid at another application', async () => {
    const first = await registerWithReviewer(world);
    const other = await register();
    const { client_id } = first.application;
    const headers = { Authorization: basic(other) };
    const code = codeOf(await signInReviewer(world, client_id, first.reviewer));
    expect((await requestToken(world, { code }, { headers })).status).toBe(400);
    const { plid } = first.reviewer;
    expect((await requestDisconnect(world, { plid }, { headers })).status).toBe(400);
  });

  test('can’t use the code of another reviewer, of this application or of another', async () => {
    const first = await registerWithReviewer(world);
    const { client_id } = first.application;
    const second = await addReviewer(world, client_id);
    const other = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, client_id, first.reviewer.phoneNo);
    for (const { code } of [second, other.reviewer])
      expect((await enterCode(browser, page, code)).status).toBe(400);
    expect((await enterCode(browser, page, first.reviewer.code)).url.pathname).toBe(steps.consent);
  });

  test('can’t finish a sign-in of another application with the form of its own', async () => {
    const first = await registerWithReviewer(world);
    const second = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const own = await enterNumber(world, browser, first.application.client_id, first.reviewer.phoneNo);
    const other = await browser.get(authorizeUrl(world, { client_id: second.application.client_id }));
    const answer = await postForm(
      browser,
      reviewPath,
      { flow: flowOf(other), code: first.reviewer.code },
      { Origin: world.service },
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toContain(`/wait?flow=${flowOf(other)}`);
    expect(
      (await browser.get(new URL(answer.headers.get('Location') ?? '', world.service))).url.pathname,
    ).toBe('/oauth2/authorize/sign-in');
    expect(own.status).toBe(200);
  });
});

describe('a review code', () => {
  const guess = async (browser: BrowserSession, page: Shown, count: number) => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < count; attempt += 1)
      statuses.add((await enterCode(browser, page, `WRNG-WRNG-${1000 + attempt}`)).status);
    return [...statuses];
  };

  test('is refused for an hour after ten wrong ones from its network, even if it is right', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    const address = '203.0.113.1';
    const browser = browserAt(address);
    const page = await enterNumber(world, browser, client_id, reviewer.phoneNo);
    expect(await guess(browser, page, 10)).toEqual([400]);
    const locked = await enterCode(browser, page, reviewer.code);
    expect([locked.status, Number(locked.headers.get('Retry-After'))]).toEqual([
      429,
      expect.closeTo(3_600, -1),
    ]);
    codeOf(await signInReviewer(world, client_id, reviewer));
    await world.clock.advance(3_600);
    codeOf(await signInReviewer(world, client_id, reviewer, browserAt(address)));
  });

  test('is still accepted after wrong ones from 50 other networks', { timeout: 120_000 }, async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    for (let network = 0; network < 50; network += 1) {
      const browser = reviewersBrowser(world);
      const page = await enterNumber(world, browser, client_id, reviewer.phoneNo);
      expect(await guess(browser, page, 3)).toEqual([400]);
    }
    codeOf(await signInReviewer(world, client_id, reviewer));
  });

  test('counts as a sign-in of its address', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const address = '203.0.113.4';
    const browser = browserAt(address);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    await world.spend('SIGN_IN_LIMIT', address, 58);
    expect((await enterCode(browser, page, 'WRNG-WRNG-1000')).status).toBe(400);
    const limited = await enterCode(browser, page, reviewer.code);
    expect([limited.status, limited.document.querySelector('#code-error')?.text]).toEqual([
      429,
      expect.stringContaining('Too many attempts.'),
    ]);
  });

  test('is refused everywhere after a thousand wrong ones in an hour', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const object = world.durableObjects.APPLICATION.getByName(application.client_id);
    const now = await world.clock.now();
    for (let attempt = 0; attempt < 1_000; attempt += 1)
      expect(await object.checkReviewCode(reviewer.id, ['wrong'], `network ${attempt}`, now)).toEqual({
        outcome: 'wrong',
      });
    const refused = await signInReviewer(world, application.client_id, reviewer).catch((failure) => failure);
    expect(refused.status).toBe(429);
    await world.clock.advance(3_600);
    codeOf(await signInReviewer(world, application.client_id, reviewer));
  });

  test('leaves no pseudonym of a network after the hour', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    expect(await guess(browser, page, 2)).toEqual([400]);
    const counts = async () => {
      const { stored } = await world.durableObjects.APPLICATION.getByName(application.client_id).atRest();
      return JSON.parse(stored).wrong_review_codes ?? [];
    };
    expect(await counts()).toEqual([expect.objectContaining({ reviewer: reviewer.id, wrong: 2 })]);
    await administer(world, 'PATCH', `/${application.client_id}`, { body: { purpose: 'Another purpose' } });
    await world.settled();
    expect(await counts()).toHaveLength(1);
    await world.clock.advance(3_600);
    expect(await counts()).toEqual([]);
  });

  test('is counted exactly for simultaneous attempts of a network', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    const ready: (() => Promise<Shown>)[] = [];
    for (let attempt = 0; attempt < 24; attempt += 1) {
      const browser = browserAt('203.0.113.5');
      const page = await enterNumber(world, browser, client_id, reviewer.phoneNo);
      ready.push(() => enterCode(browser, page, `WRNG-WRNG-${1000 + attempt}`));
    }
    const statuses = (await Promise.all(ready.map((send) => send()))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  test('is needed: no step of the sign-in can be skipped', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    const flow = flowOf(page);
    const consent = await postForm(
      browser,
      steps.consent,
      { flow, terms: 'none' },
      { Origin: world.service },
    );
    expect(consent.headers.get('Location')).toContain('/wait?flow=');
    for (const path of ['consent', 'wait', 'status']) {
      const shown = await browser.get(`${world.service}/oauth2/authorize/${path}?flow=${flow}`);
      expect([shown.status, shown.url.searchParams.has('code')]).toEqual([200, false]);
    }
    for (const code of ['', '0', 'undefined', 'null', reviewer.code.slice(0, -1), `${reviewer.code}0`])
      expect((await enterCode(browser, page, code)).status).toBe(400);
  });

  test('can’t be sent from another site', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
    const fields = { flow: flowOf(page), code: reviewer.code };
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await postForm(browser, reviewPath, fields, headers)).status).toBe(400);
  });

  test('is in no storage and no log', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    await signInReviewer(world, application.client_id, reviewer);
    const { stored } = await world.durableObjects.APPLICATION.getByName(application.client_id).atRest();
    expect(stored).toContain(reviewer.phoneNo);
    for (const text of [stored, world.logs()])
      for (const code of [reviewer.code, reviewer.code.replaceAll('-', '')]) expect(text).not.toContain(code);
    expect(world.logs()).not.toContain(reviewer.phoneNo);
  });
});

describe('after the end of a reviewer’s period', () => {
  /** A reviewer whose period ends in ten minutes, signed in. */
  async function signedIn(fields = {}) {
    const { application, reviewer } = await registerWithReviewer(world, fields, 600);
    const headers = { Authorization: basic(application) };
    return { application, reviewer, headers };
  }

  test('the number is unknown', async () => {
    const { application, reviewer } = await signedIn();
    await world.clock.advance(600);
    const page = await enterNumber(world, reviewersBrowser(world), application.client_id, reviewer.phoneNo);
    expect(page.status).toBe(400);
  });

  test('the page for the code accepts no code, and the consent page no consent', async () => {
    const { application, reviewer } = await signedIn();
    const { client_id } = application;
    const [early, late] = [reviewersBrowser(world), reviewersBrowser(world)];
    await world.clock.advance(100);
    const page = await enterNumber(world, early, client_id, reviewer.phoneNo);
    const consent = await enterCode(
      late,
      await enterNumber(world, late, client_id, reviewer.phoneNo),
      reviewer.code,
    );
    expect(consent.url.pathname).toBe(steps.consent);
    await world.clock.advance(500);
    expect((await enterCode(early, page, reviewer.code)).status).toBe(400);
    const end = await late.submit(consent);
    expect([end.status, end.url.searchParams.has('code')]).toEqual([400, false]);
  });

  test('a code can’t be redeemed', async () => {
    const { application, reviewer, headers } = await signedIn();
    await world.clock.advance(590);
    const code = codeOf(await signInReviewer(world, application.client_id, reviewer));
    await world.clock.advance(10);
    expect((await requestToken(world, { code }, { headers })).status).toBe(500);
  });

  test('a token that hasn’t expired is refused', async () => {
    const { application, reviewer } = await signedIn();
    await world.clock.advance(580);
    const token = await reviewersToken(world, application, reviewer);
    expect((await requestUser(world, token)).status).toBe(200);
    await world.clock.advance(20);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('the user can’t be disconnected, because the account is gone', async () => {
    const { application, reviewer, headers } = await signedIn();
    await reviewersToken(world, application, reviewer);
    await world.clock.advance(600);
    const { plid } = reviewer;
    expect((await requestDisconnect(world, { plid }, { headers })).status).toBe(400);
    const { stored } = await world.durableObjects.ACCOUNT.getByName(plid).atRest();
    expect(stored).not.toContain(application.client_id);
  });

  test('no device logs in automatically', async () => {
    const { application, reviewer } = await signedIn({ attributes: ['name'] });
    const { client_id } = application;
    const browser = reviewersBrowser(world);
    const page = await enterNumber(world, browser, client_id, reviewer.phoneNo, { autoLogin: 'Y' });
    codeOf(await browser.submit(await enterCode(browser, page, reviewer.code), { autoLogin: 'Y' }));
    for (const wait of [0, 600, day]) {
      await world.clock.advance(wait);
      const silent = await browser.get(authorizeUrl(world, { client_id, prompt: 'none' }));
      expect(returned(silent)).toMatchObject({ error: 'login_required' });
    }
  });
});

describe('an application that requests a ci', () => {
  test('gets none for a reviewer, required or optional, and its consent page lists none', async () => {
    for (const optional of [[], ['ci']]) {
      const { application, reviewer } = await registerWithReviewer(world, { optional });
      const browser = reviewersBrowser(world);
      const page = await enterNumber(world, browser, application.client_id, reviewer.phoneNo);
      const consent = await enterCode(browser, page, reviewer.code);
      expect(consent.text).not.toMatch(/\bCI\b|agree_ci/);
      const end = await browser.submit(consent, { agree_ci: 'Y' });
      const headers = { Authorization: basic(application) };
      const answer = await jsonOf(await requestToken(world, { code: codeOf(end) }, { headers }));
      const { user } = await jsonOf(await requestUser(world, answer.access_token ?? ''));
      expect(Object.keys(user ?? {})).toEqual([
        ...['plid', 'phoneNo', 'name', 'gender', 'agegroup', 'birthday', 'birthdate', 'foreign', 'telcoCd'],
        ...['autoLoginYn', 'autoStatusCheck'],
      ]);
    }
  });
});

test('a deleted application leaves no reviewer', async () => {
  const { application, reviewer } = await registerWithReviewer(world);
  const token = await reviewersToken(world, application, reviewer);
  await administer(world, 'DELETE', `/${application.client_id}`);
  const { stored } = await world.durableObjects.APPLICATION.getByName(application.client_id).atRest();
  expect(stored).not.toContain(reviewer.phoneNo);
  expect((await requestUser(world, token)).status).toBe(401);
});
