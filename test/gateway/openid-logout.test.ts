import { expect, test } from 'vitest';
import { books, issuerOf, logInAt, papers, tokensAt } from '../support/people/gateway-openid.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';

const world = useGatewayWorld();

const addressOf = (query: Record<string, string>) =>
  `${issuerOf(world)}/logout?${new URLSearchParams(query)}`;
const isSignedIn = async (visitor: Visitor) => (await visitor.session()) !== undefined;

async function loggedIn(party = books) {
  const visitor = new Visitor(world);
  const { id_token } = await tokensAt(world, await logInAt(world, { visitor, party }), party);
  return { visitor, id_token_hint: id_token };
}

test('a log-out ends the session of this browser, and no other, and leads back with the state', async () => {
  const [{ visitor, id_token_hint }, other] = [await loggedIn(), await loggedIn()];
  // The id_token has long expired.
  await world.clock.advance(3_600);
  const query = { id_token_hint, post_logout_redirect_uri: books.post_logout_redirect_uri, state: 'a b' };
  const end = await visitor.get(addressOf(query));
  expect(end.url.href).toBe(`${books.post_logout_redirect_uri}&state=a+b`);
  expect(end.headers.get('Clear-Site-Data')).toBe('"cache"');
  expect([await isSignedIn(visitor), await isSignedIn(other.visitor)]).toEqual([false, true]);
});

test('a form of the relying party is opened as a link, which brings the session along', async () => {
  const { visitor, id_token_hint } = await loggedIn();
  const sent = await world.fetch(`${issuerOf(world)}/logout`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://rp.example' },
    body: `${new URLSearchParams({ id_token_hint })}`,
  });
  expect(sent.status).toBe(303);
  const end = await visitor.get(sent.headers.get('Location') ?? '');
  expect(end.url.href).toBe('http://localhost:3000/');
  expect(await isSignedIn(visitor)).toBe(false);
});

test('nothing ends without an id_token, nor with that of somebody else or of another relying party', async () => {
  const { visitor } = await loggedIn();
  const ofPapers = await loggedIn(papers);
  const client_id = books.client_id;
  expect((await visitor.get(addressOf({ client_id }))).url.href).toBe('http://localhost:3000/');
  for (const query of [
    { id_token_hint: ofPapers.id_token_hint, client_id },
    { id_token_hint: 'eyJ.eyJ.x' },
    { client_id: 'nobody' },
    {},
  ])
    expect((await visitor.get(addressOf(query))).status, JSON.stringify(query)).toBe(400);
  expect(await isSignedIn(visitor)).toBe(true);
});

test('an address that is not registered for it is refused, also one that logins go back to', async () => {
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
