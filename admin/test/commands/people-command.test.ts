import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { linesWith } from '../../../test/support/assertions/log-lines.ts';
import { person, userAnswer } from '../../../test/support/fakes/service-stand-in.ts';
import { signInToAccount } from '../../../test/support/fixtures/account-pages.ts';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { grantSignIn } from '../../../test/support/fixtures/grants.ts';
import { newSubscriber } from '../../../test/support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../../../test/support/fixtures/sign-in.ts';
import { storePasskey } from '../../../test/support/fixtures/stored-passkeys.ts';
import {
  administer,
  consentTerms,
  registerApplication,
} from '../../../test/support/requests/operator-requests.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../../test/support/requests/service-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { useGatewayWorld, Visitor } from '../../../test/support/world/gateway-world.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { gatewaySecrets, operatorName, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';
import { describeGatewayUserData } from '../../cli/people-output.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

/** `plid people …`, not at a terminal. */
const people = (words: string[], { url = proxy.url, input = '', token = serviceSecrets.ADMIN_TOKEN } = {}) =>
  plid(['people', ...withReason(words), '--url', url], { input, env: { PLID_ADMIN_TOKEN: token } });

const withReason = (words: string[]) =>
  words.includes('--reason') ? words : [...words, '--reason', 'ticket 1'];

async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await people(words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** A new person who logs in automatically at the demo shop. */
async function signedIn() {
  const person = await newSubscriber(world);
  const end = await signIn(new BrowserSession(world), world, { ...person, autoLogin: 'Y' } as Person);
  const token = await accessTokenFor(world, { code: codeOf(end) });
  const { user } = await jsonOf(await requestUser(world, token));
  const written = person.phoneNo.replace(/^(\d{3})(\d{4})/, '$1-$2-');
  return { ...person, written, plid: user?.plid ?? '', token };
}

describe('plid people show', () => {
  test('prints what the service stores, without the encrypted identity', async () => {
    const { written, plid, name } = await signedIn();
    const text = await printed('show', written);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    for (const line of [
      `^plid +${plid}$`,
      '^in the log +test:[0-9a-f]{32}$',
      `^phone number +registered since ${time}$`,
      String.raw`^consents +Demo Shop \(demoshop000000000001\): ci,phoneNo,.*; agreed ${time}; version 1 of the texts$`,
      String.raw`^automatic logins +Demo Shop \(demoshop000000000001\): from ${time} to ${time}$`,
      '^codes, tokens +0 codes and 1 token valid$',
      "the operator can't read it",
    ]) {
      expect(text).toMatch(new RegExp(line, 'm'));
    }
    expect(text).not.toContain(name);
  });

  test('prints the consent texts that the user saw, even if the application changed them', async () => {
    const redirect_uri = 'http://localhost:3000/callback';
    const asked = { redirect_uris: [redirect_uri], attributes: ['name'] };
    const { client_id } = await registerApplication(world, asked);
    const person = await newSubscriber(world);
    await signIn(new BrowserSession(world), world, person, { query: { client_id, redirect_uri } });
    await administer(world, 'PATCH', `/${client_id}`, { body: { purpose: '광고' } });
    const text = await printed('show', person.phoneNo);
    const { recipient, purpose, retention } = consentTerms;
    for (const line of [
      `recipient: ${recipient}`,
      `purpose: ${purpose}`,
      `retention: ${retention}`,
      'items: Name',
    ])
      expect(text).toMatch(new RegExp(`^ +${line}$`, 'm'));
    expect(text).not.toContain('광고');
    const { consents } = JSON.parse(await printed('show', person.phoneNo, '--json'));
    expect(consents).toMatchObject([{ client_id, texts: { recipient, purpose, retention, items: 'Name' } }]);
  });

  test("names the user's own page in the last sign-ins", async () => {
    const person = await newSubscriber(world);
    await signInToAccount(new BrowserSession(world), world, person);
    expect(await printed('show', person.phoneNo)).toMatch(
      /^last sign-ins +the user's own page \(\/account\): /m,
    );
  });

  test('names the application and the sign-in of a phone request', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const waiting = await browser.submit(await browser.get(authorizeUrl(world)), person);
    const name = waiting.headers.get('Plid-Sign-In');
    expect(await printed('show', person.phoneNo)).toMatch(
      new RegExp(`^requests .* UTC  sent; Demo Shop \\(demoshop000000000001\\); sign-in ${name}$`, 'm'),
    );
  });

  test.each([
    ['010-1234-5678', (no: string) => no.replace(/^(\d{3})(\d{4})/, '$1-$2-')],
    ['+82 10 1234 5678', (no: string) => no.replace(/^0(\d\d)(\d{4})/, '+82 $1 $2 ')],
    [
      'full-width digits',
      (no: string) => no.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ])('accepts a number in every form of the sign-in page: %s', async (_, spell) => {
    const { phoneNo, plid } = await signedIn();
    expect(JSON.parse(await printed('show', spell(phoneNo), '--json'))).toMatchObject({ stored: true, plid });
  });

  test('accepts a plid, and reads a user from standard input so that no process list shows them', async () => {
    const { plid, written } = await signedIn();
    expect(JSON.parse(await printed('show', plid, '--json'))).toMatchObject({ stored: true, plid });
    const { stdout } = await people(['show', '-', '--json'], { input: `${written}\n` });
    expect(JSON.parse(stdout)).toMatchObject({ stored: true, plid });
  });

  test('reports that nothing is stored, or that the number is unknown', async () => {
    expect(await printed('show', '010-9999-8888')).toBe(
      `Nothing is stored about this user at ${proxy.url}.\n`,
    );
    const { plid } = await grantSignIn(world);
    expect(await printed('show', plid)).toMatch(/^phone number +unknown if you look up a plid/m);
  });
});

describe('plid people --reason', () => {
  test('is logged with the name of the token', async () => {
    const { plid } = await signedIn();
    await printed('show', plid, '--reason', 'ticket 4711');
    await printed('erase', plid, '--yes', '--reason', 'ticket 4712');
    const common = { token: operatorName, worker: 'service-people' };
    await linesWith(world, { ...common, 'events.person_shown': 1, access_reason: 'ticket 4711' });
    await linesWith(world, { ...common, 'events.person_erased': 1, access_reason: 'ticket 4712' });
  });

  test.each(['called from 010-1234-5678', 'kim@example.com', ''])(
    'is rejected if it is %j',
    async (reason) => {
      const { code, stderr } = await people(['show', '010-1234-5678', '--reason', reason]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^--reason takes up to 100 letters/)]);
    },
  );

  test.each(['show', 'erase', 'end-passkeys'])('is required by %s', async (what) => {
    const { code, stderr } = await plid(
      ['people', what, '010-1234-5678', '--yes'].slice(0, what === 'show' ? 3 : 4),
    );
    expect([code, stderr]).toEqual([
      1,
      `Each access to a user's data is recorded with its reason. Add: --reason "ticket 4711"\n`,
    ]);
  });

  test('accepts the token as it is in the secrets file, with its name', async () => {
    const token = `kim:${serviceSecrets.ADMIN_TOKEN}`;
    expect(await people(['show', '010-9999-8888'], { token })).toMatchObject({ code: 0 });
  });
});

describe('plid people erase', () => {
  test("erases after confirmation, and reports what was and wasn't erased", async () => {
    const { written, phoneNo, plid, token } = await signedIn();
    const unmeant = await people(['erase', written]);
    expect(unmeant).toMatchObject({ code: 1, stdout: '' });
    expect(unmeant.stderr).toBe(
      `Everything that ${proxy.url} stores about ${phoneNo} will be permanently erased. To confirm, add: --yes\n`,
    );
    expect((await requestUser(world, token)).status).toBe(200);
    expect(await printed('erase', written, '--yes')).toMatch(
      new RegExp(
        `^Erased at ${proxy.url}: the plid ${plid}, the registration of their number, 0 requests to their phone, ` +
          '1 consent, 1 automatic login, 1 code or token\\.\\nNot erased: data that applications have received\\.',
      ),
    );
    expect((await requestUser(world, token)).status).toBe(401);
    expect(await printed('erase', written, '--yes')).toMatch(/^Nothing was stored about this user/);
  });

  test("reports that a number stays registered if the account doesn't have it", async () => {
    const { plid } = await grantSignIn(world);
    expect(await printed('erase', plid, '--yes')).toContain('Run the command again with the phone number');
  });

  test('asks at a terminal, and erases only after y or yes', async () => {
    const { plid: erased } = await signedIn();
    const ask = (typed: string) =>
      plid(['people', 'erase', erased, '--url', proxy.url, '--reason', 'ticket 1'], {
        typed,
        env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
      });
    for (const typed of ['n\n', '\n', 'yo\n', '']) {
      const { code, stderr } = await ask(typed);
      expect([code, stderr]).toEqual([1, expect.stringContaining(' will be permanently erased. [y/N] ')]);
      expect(stripVTControlCharacters(stderr)).toMatch(/Nothing was changed\.\n$/);
    }
    expect((await ask('y\n')).stdout).toMatch(/^Erased at /);
    expect((await ask('YES\n')).stdout).toMatch(/^Nothing was stored about this user/);
  });
});

describe('plid people end-passkeys', () => {
  test('ends all passkeys after confirmation, and people show lists them before', async () => {
    const granted = await grantSignIn(world, { automaticLogin: 'Y' });
    const { plid } = granted;
    expect(await printed('show', plid)).not.toMatch(/^passkeys/m);
    await storePasskey(world, granted);
    expect(await printed('show', plid)).toMatch(
      /^passkeys +Chrome, Android: created \d{4}-\d\d-\d\d \d\d:\d\d UTC, not used yet$/m,
    );
    expect(await people(['end-passkeys', plid])).toEqual({
      code: 1,
      stdout: '',
      stderr: `All passkeys of ${plid} at ${proxy.url} will permanently end. To confirm, add: --yes\n`,
      output: expect.any(String),
    });
    expect(await printed('end-passkeys', plid, '--yes')).toBe(`Ended at ${proxy.url}: 1 passkey.\n`);
    expect(await printed('end-passkeys', plid, '--yes')).toBe(`This user has no passkey at ${proxy.url}.\n`);
    expect(JSON.parse(await printed('end-passkeys', plid, '--yes', '--json'))).toEqual({ ended: 0 });
    expect(JSON.parse(await printed('show', plid, '--json'))).toMatchObject({ passkeys: [], stored: true });
  });

  test('sends nothing about a gateway, which has no passkeys', async () => {
    const { code, stderr } = await people(['end-passkeys', '010-1234-5678', '--yes', '--gateway']);
    expect([code, stderr]).toEqual([
      1,
      'A gateway has no passkeys. Remove --gateway, and use the address of the service.\n',
    ]);
  });
});

describe('plid people --gateway', () => {
  const gatewayWorld = useGatewayWorld();
  let gateway: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    gateway = await startProxy(gatewayWorld, { origin: gatewayWorld.gateway });
  });
  afterAll(() => gateway?.close());

  test("shows a stored user, erases them, and reports what isn't erased", async () => {
    const user = { ...person, plid: 'user-of-a-foreign-service', phoneNo: '01033334444' };
    gatewayWorld.standIn.answer({ user: () => userAnswer(user) });
    const visitor = new Visitor(gatewayWorld);
    await visitor.signIn();
    const options = { url: gateway.url, token: gatewaySecrets.ADMIN_TOKEN };
    const ask = async (...words: string[]) => {
      const { stdout, stderr } = await people([...words, '--gateway'], options);
      return stdout + stderr;
    };
    await vi.waitFor(async () => expect(await ask('show', '010-3333-4444')).toContain(user.plid), {
      timeout: 20_000,
      interval: 500,
    });
    const text = await ask('show', '+82 10-3333-4444');
    for (const line of [
      /^plid +user-of-a-foreign-service$/m,
      /^phoneNo +01033334444$/m,
      /^sessions +unknown: from /m,
    ])
      expect(text).toMatch(line);
    expect(await ask('show', user.plid)).toBe(text);
    expect(await ask('erase', user.plid)).toMatch(/To confirm, add: --yes$/m);
    expect(await ask('erase', '010-3333-4444', '--yes')).toMatch(
      /^Erased at .+: the user user-of-a-foreign-service and 1 session\.\nNot erased: the connection at the login service, which wasn't notified/,
    );
    expect(await visitor.session()).toBeUndefined();
    expect(await ask('show', '010-3333-4444')).toMatch(/^Nothing is stored about this user at /);
  });

  test('sends neither token nor user if it is asked as a service', async () => {
    const { code, stderr } = await people(['show', '010-3333-4444'], { url: gateway.url });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/That address is a gateway\. Add: --gateway\n$/),
    ]);
  });
});

describe('a failed plid people command', () => {
  test.each([
    ['010-1234', /^010-1234 isn't a Korean mobile phone number\. If it is a plid, add: --plid\n$/],
    ['02-123-4567', /isn't a Korean mobile phone number/],
    ['kim min', /^Specify one user: a phone number such as 010-1234-5678, or a plid\.\n$/],
    ['someone', /^The value of plid is not valid\.\n$/],
  ])('rejects %s', async (person, message) => {
    const { code, stderr } = await people(['show', person]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  test('sends neither token nor user to another server', async () => {
    const seen: string[] = [];
    const other = await startProxy({
      async fetch(url, init) {
        seen.push(JSON.stringify([String(url), init]));
        return new Response('{}');
      },
    });
    onTestFinished(() => other.close());
    const { code, stderr } = await people(['show', '010-1234-5678'], { url: other.url });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/responds with 200, so the server doesn't seem to be plid\./),
    ]);
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toMatch(/1234\D*5678|Bearer/);
  });
});

test('products that are notified of a sign-out are shown with the session, and undelivered notices apart', () => {
  const session = { session: 'a handle', agent: 'Chrome', created: 1, expires: 2, relyingParties: ['books'] };
  const about = { plid: 'a plid', pseudonyms: ['a pseudonym'], identity: {} };
  const user = { ...about, sessions: [session], undeliveredLogouts: ['papers'] };
  const text = describeGatewayUserData({ users: [user] }, 'https://shop.example.com');
  expect(text).toMatch(/^sessions +Chrome: from .* to .* UTC, at books$/m);
  expect(text).toMatch(/^sign-out not yet delivered +papers$/m);
});
