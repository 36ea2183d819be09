import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { userAnswer } from '../../../support/fakes/service-stand-in.ts';
import type { Shown } from '../../../support/fixtures/browser-session.ts';
import { books, issuerOf, logInAt, papers, tokensAt } from '../../../support/fixtures/gateway-openid.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';

const world = useGatewayWorld();

const addressOf = (query: Record<string, string>) =>
  `${issuerOf(world)}/logout?${new URLSearchParams(query)}`;
const isSignedIn = async (visitor: Visitor) => (await visitor.session()) !== undefined;
const headingOf = ({ document }: Shown) => document.querySelector('h1')?.text;

async function loggedIn(party = books) {
  const visitor = new Visitor(world);
  const { id_token } = await tokensAt(world, await logInAt(world, { visitor, party }), party);
  return { visitor, id_token_hint: id_token };
}

/** Sends a form of the relying party's page: the browser sends no cookies along (SameSite=Lax). @returns the page of the answer. */
async function postFromElsewhere(fields: Record<string, string>): Promise<Shown> {
  const url = new URL(`${issuerOf(world)}/logout`);
  const answer = await world.fetch(url.href, {
    method: 'POST',
    headers: {
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://rp.example',
      'Sec-Fetch-Site': 'cross-site',
    },
    body: `${new URLSearchParams(fields)}`,
    redirect: 'manual',
  });
  const { status, headers } = answer;
  const text = await answer.text();
  return { url, status, headers, text, document: parse(text) };
}

test('a sign-out ends the session of this browser, and no other, and redirects with the state', async () => {
  const [{ visitor, id_token_hint }, other] = [await loggedIn(), await loggedIn()];
  // The id_token has long expired.
  await world.clock.advance(3_600);
  const query = { id_token_hint, post_logout_redirect_uri: books.post_logout_redirect_uri, state: 'a b' };
  const end = await visitor.get(addressOf(query));
  expect(end.url.href).toBe(`${books.post_logout_redirect_uri}&state=a+b`);
  expect(end.headers.get('Clear-Site-Data')).toBe('"cache"');
  expect([await isSignedIn(visitor), await isSignedIn(other.visitor)]).toEqual([false, true]);
});

test('a form of the relying party continues from a page of the gateway, with the id_token in its body', async () => {
  const { visitor, id_token_hint } = await loggedIn();
  const shown = await postFromElsewhere({ id_token_hint });
  expect([shown.status, shown.headers.get('Location')]).toEqual([200, null]);
  expect(shown.document.querySelector('main form')?.getAttribute('action')).toBe(
    `${world.gateway}/auth/oidc/logout`,
  );
  expect(await isSignedIn(visitor)).toBe(true);
  expect((await visitor.submit(shown)).url.href).toBe('http://localhost:3000/');
  expect(await isSignedIn(visitor)).toBe(false);
});

test('a form of another site without an id_token ends nothing before the user has agreed', async () => {
  const { visitor } = await loggedIn();
  const asked = await visitor.submit(await postFromElsewhere({ client_id: books.client_id }));
  expect(headingOf(asked)).toBe('Sign out?');
  expect(await isSignedIn(visitor)).toBe(true);
});

test('without an id_token the user is asked, and the button signs out and redirects with the state', async () => {
  const { visitor } = await loggedIn();
  const query = { client_id: books.client_id, post_logout_redirect_uri: books.post_logout_redirect_uri };
  const asked = await visitor.get(`${addressOf(query)}&state=a%20b`);
  expect([asked.status, headingOf(asked)]).toEqual([200, 'Sign out?']);
  expect(asked.document.querySelectorAll('main button')).toHaveLength(1);
  expect(await isSignedIn(visitor)).toBe(true);
  const end = await visitor.submit(asked);
  expect(end.url.href).toBe(`${books.post_logout_redirect_uri}&state=a%20b`);
  expect(end.headers.get('Clear-Site-Data')).toBe('"cache"');
  expect(await isSignedIn(visitor)).toBe(false);
  // Nothing is left to ask about.
  expect((await visitor.get(addressOf(query))).url.href).toBe(books.post_logout_redirect_uri);
});

test.each([{}, { state: 'only' }, { post_logout_redirect_uri: 'https://evil.example/', state: 'x' }])(
  'a request that names no relying party asks, says that the user is signed out, and never redirects: %j',
  async (query) => {
    const address = addressOf(query as Record<string, string>);
    const { visitor } = await loggedIn();
    const asked = await visitor.get(address);
    expect([asked.status, headingOf(asked), await isSignedIn(visitor)]).toEqual([200, 'Sign out?', true]);
    const end = await visitor.submit(asked);
    expect([end.url.pathname, end.status, headingOf(end)]).toEqual([
      '/auth/oidc/logout',
      200,
      'You are signed out',
    ]);
    expect(await isSignedIn(visitor)).toBe(false);
    expect(headingOf(await visitor.get(address))).toBe('You are signed out');
  },
);

test('an unknown client_id is in no log line', async () => {
  const client_id = `01012345678 ${'x'.repeat(5_000)}`;
  const { status } = await new Visitor(world).get(addressOf({ client_id }));
  expect(status).toBe(400);
  expect(world.logs()).not.toContain('01012345678 xxx');
});

test('the confirmation is rejected from another site, and its page in a frame', async () => {
  const { visitor } = await loggedIn();
  for (const site of ['cross-site', 'same-site']) {
    const answer = await visitor.fetch(`${issuerOf(world)}/logout/confirm`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': site, Origin: 'https://evil.example' },
      redirect: 'manual',
    });
    expect(answer.status).toBe(400);
  }
  expect(await isSignedIn(visitor)).toBe(true);
  const asked = await visitor.get(addressOf({}));
  expect(asked.headers.get('X-Frame-Options')).toBe('DENY');
});

test('an id_token of another user or relying party ends nothing', async () => {
  const { visitor } = await loggedIn();
  const [ofPapers, ofOther] = [await loggedIn(papers), await logInAsOther()];
  const client_id = books.client_id;
  const led = await visitor.get(addressOf({ id_token_hint: ofOther }));
  expect(led.url.href).toBe('http://localhost:3000/');
  for (const query of [
    { id_token_hint: ofPapers.id_token_hint, client_id },
    { id_token_hint: 'eyJ.eyJ.x' },
    { client_id: 'nobody' },
  ]) {
    const refused = await visitor.get(addressOf(query));
    expect([refused.status, refused.headers.get('Location')], JSON.stringify(query)).toEqual([400, null]);
    expect(refused.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(refused.text).not.toContain('id_token_hint');
    const headers = { Accept: 'application/json' };
    const program = await world.fetch(addressOf(query), { headers });
    expect([program.status, program.headers.get('Content-Type')]).toEqual([400, 'application/json']);
  }
  expect(await isSignedIn(visitor)).toBe(true);
});

/** The id_token of another user at the same relying party. */
async function logInAsOther(): Promise<string> {
  world.standIn.answer({ user: () => userAnswer({ plid: crypto.randomUUID() }) });
  const { id_token_hint } = await loggedIn();
  return id_token_hint;
}

test("an address that isn't registered for sign-outs is rejected, even if it is for sign-ins", async () => {
  const { visitor, id_token_hint } = await loggedIn();
  for (const post_logout_redirect_uri of [
    'https://evil.example/',
    books.redirect_uri,
    papers.post_logout_redirect_uri,
  ]) {
    const answer = await visitor.get(addressOf({ id_token_hint, post_logout_redirect_uri }));
    expect([answer.status, answer.url.host]).toEqual([400, new URL(world.gateway).host]);
  }
  expect(await isSignedIn(visitor)).toBe(true);
});
