import { beforeAll, describe, expect, test } from 'vitest';
import { type ApprovalMethod, shownParts } from '../../../workers/core/carrier/port.ts';
import { authorizationCode } from '../../../workers/service/settings/service-sealed-types.ts';
import type Control from '../../support/fakes/carrier-stand-in.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { hana } from '../../support/fixtures/grants.ts';
import { authorizeUrl, codeOf, people } from '../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { basic, jsonOf, requestToken, requestUser } from '../../support/requests/service-requests.ts';
import { serviceKeys } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { standInCarrier } from '../support/stand-in-carrier.ts';

const world = useWorld({
  half: 'service',
  workers: [standInCarrier],
});
let control: Pick<Control, 'answer' | 'letEachPhoneApproveItsOwn'>;
let lastNumber = 3_000;
beforeAll(async () => {
  control = await world.harness.exported('plid-carrier');
  await control.letEachPhoneApproveItsOwn();
});

const register = (fields: object) =>
  registerApplication(world, {
    name: '서점',
    redirect_uris: ['http://localhost:3000/callback'],
    attributes: ['name'],
    ...fields,
  });
type Application = Awaited<ReturnType<typeof register>>;

function newPerson() {
  lastNumber += 1;
  return { ...people.hana, phoneNo: `0108888${lastNumber}` };
}

/** The phone will have approved in this way. */
const approvedBy = (method?: ApprovalMethod, country = 'KR') =>
  control.answer({
    confirmation: { status: 'requested', requestId: 'r1', shown: [...shownParts] },
    outcome: { status: 'approved', identity: hana, phone: { country }, ...(method && { method }) },
  });

const begin = (browser: BrowserSession, { client_id }: Application) =>
  browser.get(authorizeUrl(world, { client_id }));

/** To the consent page. */
const untilConsent = async (browser: BrowserSession, application: Application, person = newPerson()) =>
  browser.submit(await begin(browser, application), { ...person, autoLogin: 'Y' });

async function tokenAnswer(code: string, application: Application): Promise<Record<string, unknown>> {
  const answer = await requestToken(world, { code }, { headers: { Authorization: basic(application) } });
  expect(answer.status).toBe(200);
  return jsonOf(answer);
}

/** A sign-in's token answer. */
async function signedIn(application: Application, browser = new BrowserSession(world)) {
  const end = await browser.submit(await untilConsent(browser, application), { autoLogin: 'Y' });
  return tokenAnswer(codeOf(end), application);
}

describe('an application with login_facts', () => {
  test.each([
    ['possession', ['mca']],
    ['pin', ['mca', 'pin']],
    ['biometric', ['mca', 'user']],
    [undefined, undefined],
  ] as const)('gets for an approval by %s: amr %j', async (method, amr) => {
    await approvedBy(method);
    const { auth_time, risk, ...answer } = await signedIn(await register({ login_facts: true }));
    expect(answer.amr).toEqual(amr);
    expect([auth_time, risk]).toEqual([await world.clock.now(), 'nothing']);
  });

  test('gets the time of the approval, however long the consent page was open', async () => {
    await approvedBy('pin');
    const [application, browser] = [await register({ login_facts: true }), new BrowserSession(world)];
    const approved = await world.clock.now();
    const consent = await untilConsent(browser, application);
    await world.clock.advance(90);
    await approvedBy('possession', 'BR');
    codeOf(await browser.submit(consent));
    const again = codeOf(await browser.submit(consent));
    expect(await tokenAnswer(again, application)).toMatchObject({
      auth_time: approved,
      amr: ['mca', 'pin'],
      risk: 'nothing',
    });
  });

  test('gets that a browser was not given automatic login', async () => {
    await approvedBy('pin', 'BR');
    const application = await register({ login_facts: true });
    expect(await signedIn(application)).toMatchObject({ risk: 'no_automatic_login' });
  });

  test('gets for an automatic login only the time of the last full sign-in', async () => {
    await approvedBy('pin');
    const [application, browser] = [await register({ login_facts: true }), new BrowserSession(world)];
    const { auth_time } = await signedIn(application, browser);
    for (const days of [1, 3]) {
      await world.clock.advance(days * 86_400);
      const answer = await tokenAnswer(codeOf(await begin(browser, application)), application);
      expect(Object.keys(answer)).toEqual(['access_token', 'token_type', 'expires_in', 'auth_time']);
      expect(answer.auth_time).toBe(auth_time);
    }
  });

  test('gets no login facts in the user record', async () => {
    await approvedBy('pin');
    const { access_token } = await signedIn(await register({ login_facts: true }));
    const { user } = await jsonOf(await requestUser(world, String(access_token)));
    expect(Object.keys(user as object).sort()).toEqual(['autoLoginYn', 'autoStatusCheck', 'name', 'plid']);
  });
});

test('another application gets only the fields of §2.3, and its codes contain no more', async () => {
  await approvedBy('pin', 'BR');
  const [application, browser] = [await register({}), new BrowserSession(world)];
  const end = await browser.submit(await untilConsent(browser, application));
  const code = codeOf(end);
  const opened = await authorizationCode.open(serviceKeys, code, await world.clock.now());
  expect(opened).toBeDefined();
  expect(opened).not.toHaveProperty('facts');
  expect(Object.keys(await tokenAnswer(code, application))).toEqual([
    'access_token',
    'token_type',
    'expires_in',
  ]);
});
