import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { changeSubscriber, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl, beginSignIn, type Person, signIn, titleOf } from '../../support/fixtures/sign-in.ts';
import { useWorld } from '../../support/world/use-world.ts';

/** The stand-in for Turnstile: each token is good once, and says where it was made. */
const asked: URLSearchParams[] = [];
const spent = new Set<string>();
let isDown = false;
const turnstile = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = new URLSearchParams(Buffer.concat(chunks).toString());
    asked.push(sent);
    const token = sent.get('response') ?? '';
    const [kind, hostname = 'login.example.com', action = 'sign-in'] = token.split(' ');
    const success = kind?.startsWith('good') === true && !spent.has(token);
    spent.add(token);
    response.writeHead(isDown ? 500 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ success, hostname, action, 'error-codes': [] }));
  });
});
await new Promise<void>((done) => turnstile.listen(0, '127.0.0.1', done));
afterAll(() => turnstile.close());

const secret = '1x0000000000000000000000000000000AA';
const world = useWorld({
  own: true,
  half: 'service',
  overrides: {
    'plid-service-authorize': {
      vars: {
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET: secret,
        TURNSTILE_URL: `http://127.0.0.1:${(turnstile.address() as AddressInfo).port}/siteverify`,
      },
    },
  },
});

const address = '203.0.113.77';
const headers = { 'CF-Connecting-IP': address };
const challengeForm = '#sign-in';
const isWaiting = ({ url }: Shown) => url.pathname === '/oauth2/authorize/wait';
beforeEach(async () => {
  await world.clock.advance(600);
  await world.spend('SIGN_IN_CHALLENGE', address, 20);
  isDown = false;
});

/** A stranger whose address has used its share up, at the page that challenges them. */
async function challenged(person?: Person) {
  const someone = person ?? (await newSubscriber(world, 'waits'));
  const { browser, page } = await beginSignIn(world, { headers });
  return { browser, someone, page: await browser.submit(page, { ...someone, autoLogin: 'Y' }) };
}

describe('an unknown browser whose limit is used up', () => {
  test('gets a Turnstile challenge on a page of its own', async () => {
    const { page, someone } = await challenged();
    expect([page.status, titleOf(page)]).toEqual([429, 'Confirm that you’re human']);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/script-src 'nonce-[^']+' https:\/\/challenges\.cloudflare\.com;/);
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
    expect(page.text).toContain(`value="${someone.phoneNo}"`);
    expect(page.text).not.toContain(secret);
    const form = await new BrowserSession(world).get(authorizeUrl(world));
    expect(form.headers.get('Content-Security-Policy')).not.toContain('challenges.cloudflare.com');
  });

  test('continues with the same form after a valid token, only for it', async () => {
    const { browser, page } = await challenged();
    const action = page.document.querySelector('.cf-turnstile')?.getAttribute('data-action');
    const token = `good-1 login.example.com ${action}`;
    const waiting = await browser.submit(page, { 'cf-turnstile-response': token }, challengeForm);
    expect(isWaiting(waiting)).toBe(true);
    expect(asked.at(-1)?.get('secret')).toBe(secret);
    const next = await challenged();
    const again = await next.browser.submit(next.page, { 'cf-turnstile-response': token }, challengeForm);
    expect(titleOf(again)).toBe('Confirm that you’re human');
  });

  test.each([
    ['made up', 'bad'],
    ['empty', ''],
    ['of another host', 'good-2 evil.example'],
    ['of another form', 'good-3 login.example.com comment'],
    ['endless', `good-${'x'.repeat(3_000)}`],
  ])("doesn't continue with a token that is %s", async (_, token) => {
    const { browser, page } = await challenged();
    const answer = await browser.submit(page, { 'cf-turnstile-response': token }, challengeForm);
    expect(titleOf(answer)).toBe('Confirm that you’re human');
  });

  test('sees that the challenge fails during a Turnstile outage, with the form unchanged', async () => {
    const { browser, page, someone } = await challenged();
    isDown = true;
    const answer = await browser.submit(page, { 'cf-turnstile-response': 'good-4' }, challengeForm);
    expect(answer.status).toBe(503);
    expect(answer.document.querySelector('#phoneNo')?.getAttribute('value')).toBe(someone.phoneNo);
  });
});

test('a user whose entries the browser remembers continues with one tap after the challenge', async () => {
  const from = '203.0.113.82';
  const person = await newSubscriber(world, 'waits');
  const { browser, page } = await beginSignIn(world, { headers: { 'CF-Connecting-IP': from } });
  expect(isWaiting(await browser.submit(page, { ...person, remember: 'Y' }))).toBe(true);
  await world.clock.advance(1_800);
  await world.spend('SIGN_IN_CHALLENGE', from, 20);
  const form = await browser.get(authorizeUrl(world));
  const met = await browser.submit(form, { remembered: 'use' }, 'form[action$="/remembered"]');
  expect(titleOf(met)).toBe('Confirm that you’re human');
  expect(met.text).not.toContain(person.phoneNo);
  const waiting = await browser.submit(met, { 'cf-turnstile-response': 'good-7' }, challengeForm);
  expect(isWaiting(waiting)).toBe(true);
});

test('failed challenges use up no limit of other users at the address', async () => {
  const { browser, page, someone } = await challenged();
  for (let count = 0; count < 61; count += 1) {
    const token = count % 2 === 0 ? 'bad' : '';
    expect((await browser.submit(page, { 'cf-turnstile-response': token }, challengeForm)).status).toBe(429);
  }
  const own = await challenged(someone);
  const waiting = await own.browser.submit(own.page, { 'cf-turnstile-response': 'good-6' }, challengeForm);
  expect(isWaiting(waiting)).toBe(true);
});

test('a known browser gets no challenge', async () => {
  const person = await newSubscriber(world);
  const own = new BrowserSession(world, { headers: { 'CF-Connecting-IP': '203.0.113.78' } });
  await signIn(own, world, person);
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
  await world.clock.advance(4);
  await world.spend('SIGN_IN_CHALLENGE', '203.0.113.78', 20);
  expect(isWaiting(await own.submit(await own.get(authorizeUrl(world, { prompt: 'login' })), person))).toBe(
    true,
  );
});

test('the owner of a number whose name attackers guess signs in after a challenge', async () => {
  const person = await newSubscriber(world, 'waits');
  for (let network = 1; network <= 20; network += 1) {
    const guess = await beginSignIn(world, { headers: { 'CF-Connecting-IP': `198.51.100.${network}` } });
    await guess.browser.submit(guess.page, { ...person, name: '다른이름' });
  }
  const { browser, page } = await beginSignIn(world, { headers: { 'CF-Connecting-IP': '198.51.100.200' } });
  const met = await browser.submit(page, person);
  expect(titleOf(met)).toBe('Confirm that you’re human');
  const waiting = await browser.submit(met, { 'cf-turnstile-response': 'good-5' }, challengeForm);
  expect(isWaiting(waiting)).toBe(true);
});

test('an attempt that no carrier confirms counts twice', async () => {
  const from = '203.0.113.79';
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const { browser, page } = await beginSignIn(world, { headers: { 'CF-Connecting-IP': from } });
    const someone = await newSubscriber(world, 'waits');
    statuses.push((await browser.submit(page, { ...someone, name: '다른이름' })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

test("a sign-in rejected by its address's limit doesn't count at the number", async () => {
  const person = await newSubscriber(world, 'waits');
  const full = await beginSignIn(world, { headers: { 'CF-Connecting-IP': '203.0.113.80' } });
  await world.spend('SIGN_IN_LIMIT', '203.0.113.80', 60);
  expect((await full.browser.submit(full.page, person)).status).toBe(429);
  const { browser, page } = await beginSignIn(world, { headers: { 'CF-Connecting-IP': '203.0.113.81' } });
  expect(isWaiting(await browser.submit(page, person))).toBe(true);
});
