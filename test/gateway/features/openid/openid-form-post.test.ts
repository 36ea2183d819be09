import { expect, test } from 'vitest';
import {
  authorizeUrl,
  books,
  issuerOf,
  logInAt,
  papers,
  requestTokens,
} from '../../../support/fixtures/gateway-openid.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { postedBy } from '../../support/posted-form.ts';

const world = useGatewayWorld();
const formPost = { response_mode: 'form_post' };

test('form_post posts code, state and iss to the callback', async () => {
  const end = await logInAt(world, { query: { ...formPost, state: 'a b"&+=<' } });
  expect([end.status, end.headers.get('Location')]).toEqual([200, null]);
  const { action, fields } = postedBy(end);
  expect(action).toBe(books.redirect_uri);
  expect(fields).toEqual({ code: fields.code, iss: issuerOf(world), state: 'a b"&+=<' });
  expect((await requestTokens(world, { code: fields.code ?? '' })).status).toBe(200);
  const ofPapers = await logInAt(world, { party: papers, query: formPost });
  expect(postedBy(ofPapers).action).toBe(papers.redirect_uri);
});

test.each<[Record<string, string>, string]>([
  [{ prompt: 'none' }, 'login_required'],
  [{ max_age: '-1' }, 'invalid_request'],
  [{ request_uri: 'https://rp.example/r' }, 'request_uri_not_supported'],
])('form_post posts the error of %j', async (query, error) => {
  const shown = await new Visitor(world).get(authorizeUrl(world, { ...formPost, ...query }));
  const { action, fields } = postedBy(shown);
  expect(action).toBe(books.redirect_uri);
  expect(fields).toMatchObject({ error, state: 'a state', iss: issuerOf(world) });
});

test('the page of form_post has a script with the nonce of its policy, and a button', async () => {
  const shown = await new Visitor(world).get(authorizeUrl(world, { ...formPost, prompt: 'none' }));
  const policy = shown.headers.get('Content-Security-Policy') ?? '';
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(shown.document.querySelector('script')?.getAttribute('nonce')).toBe(nonce);
  expect(policy).not.toContain('form-action');
  expect(shown.document.querySelectorAll('main button[type=submit]')).toHaveLength(1);
});

test('an address that is not registered gets no form', async () => {
  const query = { ...formPost, redirect_uri: 'https://evil.example/' };
  const shown = await new Visitor(world).get(authorizeUrl(world, query));
  expect([shown.status, shown.document.querySelector('main form')]).toEqual([400, null]);
});
