import { describe, expect, test } from 'vitest';
import { eventsIn, logLines } from '../../../support/assertions/log-lines.ts';
import { openAccount, signInToAccount } from '../../../support/fixtures/account-pages.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { createPasskey, registerForPasskeys } from '../../../support/fixtures/passkeys.ts';
import { changeSubscriber, newSubscriber } from '../../../support/fixtures/phones.ts';
import { locationOf, postForm } from '../../../support/fixtures/sign-in.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const downloadForm = 'form[action="/account/download"]';
const phone = {
  'User-Agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
};
const cookieOf = (browser: BrowserSession) =>
  browser.cookies(world.service).get('__Host-plid-account') ?? 'no cookie';

/** A user with one connection, automatic login, and a passkey, who is signed in at `/account`. */
async function connected(headers: Record<string, string> = {}) {
  const browser = new BrowserSession(world, { headers: { ...phone, ...headers } });
  const person = await newSubscriber(world);
  const { client_id } = await registerForPasskeys(world, {
    name: '데모 서점',
    attributes: ['ci', 'name'],
    recipient: '주식회사 하나',
    purpose: '회원 식별',
    purpose_en: 'Membership',
    retention: '회원 탈퇴 시까지',
    retention_en: 'Until you close your account',
  });
  await createPasskey(world, { client_id }, { browser, person });
  const page = await signInToAccount(browser, world, person);
  return { browser, person, client_id, page };
}

describe('the download at /account', () => {
  test('is a JSON file with the data on the page, and with no name, number, or plid', async () => {
    const { browser, person, client_id, page } = await connected();
    const file = await browser.submit(page, {}, downloadForm);
    expect([file.status, file.headers.get('Content-Type'), file.headers.get('Cache-Control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ]);
    expect(file.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="plid-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const data = JSON.parse(file.text);
    const from = { time, browser: 'Chrome, Android', country: 'KR', city: 'Seoul' };
    expect(data).toEqual({
      version: 1,
      service: world.service,
      created: time,
      connections: [
        {
          client_id,
          application: '데모 서점',
          recipient: '주식회사 하나',
          purpose: 'Membership',
          retention: 'Until you close your account',
          attributes: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'ci,name'),
          agreed: time,
          automaticLogins: [{ browser: 'Chrome, Android', started: time, expires: time }],
        },
      ],
      signIns: [
        { ...from, client_id: expect.any(String), application: 'Connected services', known: true },
        { ...from, client_id, application: '데모 서점', known: false },
      ],
      passkeys: [{ browser: 'Chrome, Android', created: time }],
    });
    const [{ automaticLogins }] = data.connections;
    const [{ started, expires }] = automaticLogins;
    expect((Date.parse(expires) - Date.parse(started)) / 86_400_000).toBe(14);
    for (const value of ['Membership', 'Until you close your account', 'Seoul', 'Chrome, Android'])
      expect(page.text).toContain(value);
    expect(file.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    for (const secret of [person.phoneNo, person.name]) expect(file.text).not.toContain(secret);
  });

  test('has the texts in the language of the page, which says who corrects the data', async () => {
    const { browser, page } = await connected({ 'Accept-Language': 'ko' });
    const section = page.document.getElementById('data');
    expect(section?.querySelector('h2')?.text).toBe('내 데이터');
    expect(section?.text).toContain('통신사에서 정정해 주세요');
    expect(section?.querySelector('button')?.text).toBe('내 데이터 내려받기');
    const { connections } = JSON.parse((await browser.submit(page, {}, downloadForm)).text);
    expect(connections[0]).toMatchObject({ purpose: '회원 식별', retention: '회원 탈퇴 시까지' });
  });

  test('leads back to the page without a session, with an expired one, and with a closed one', async () => {
    const { browser, page } = await connected();
    const ended = '/account?notice=ended';
    expect(locationOf(await postForm(new BrowserSession(world), '/account/download', {}))).toBe(ended);
    const copy = cookieOf(browser);
    await browser.submit(page, {}, 'form[action="/account/sign-out"]');
    const thief = new BrowserSession(world);
    thief.setCookie(world.service, '__Host-plid-account', copy);
    expect(locationOf(await postForm(thief, '/account/download', {}))).toBe(ended);
    const { browser: late } = await connected();
    const stale = cookieOf(late);
    await world.clock.advance(601);
    late.setCookie(world.service, '__Host-plid-account', stale);
    expect(locationOf(await postForm(late, '/account/download', {}))).toBe(ended);
  });

  test("doesn't give the new owner of a number the former owner's data, or the other way round", async () => {
    const { browser: former, person, client_id } = await connected();
    const name = '강새롬';
    await changeSubscriber(world, person.phoneNo, { name, birthdate: '010203' });
    const owner = new BrowserSession(world);
    const page = await signInToAccount(owner, world, { ...person, name });
    const { connections, signIns } = JSON.parse((await owner.submit(page, {}, downloadForm)).text);
    expect([connections, signIns]).toEqual([[], [expect.not.objectContaining({ client_id })]]);
    expect(locationOf(await postForm(former, '/account/download', {}))).toBe('/account?notice=ended');
  });

  test("can't be requested by another site, and isn't an address that a link can open", async () => {
    const { browser } = await connected();
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await postForm(browser, '/account/download', {}, foreign);
    expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([400, null]);
    expect((await browser.get(`${world.service}/account/download`)).status).toBe(405);
  });

  test('is an event with a pseudonym, and changes nothing', async () => {
    const { browser, page } = await connected();
    await browser.submit(page, {}, downloadForm);
    const written = () => logLines(world).filter((line) => eventsIn(line).includes('data_downloaded'));
    await expect
      .poll(written)
      .toContainEqual(
        expect.objectContaining({ worker: 'service-account', person: expect.stringMatching(/^\w+:/) }),
      );
    const after = await openAccount(browser, world);
    expect(after.text).toContain('데모 서점');
  });
});
