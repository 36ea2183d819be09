import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { relyingPartiesSetting } from '../../../workers/gateway/settings/relying-parties.ts';

const at = 'https://sso.example.com/realms/main';
const create = (...words: string[]) =>
  plid(['relying-parties', 'create', '--url', 'https://shop.example.com', ...words]);
async function made(...words: string[]) {
  const { code, stdout, stderr } = await create(...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test("a product's entry has its callback, and the digest of the printed secret", async () => {
  const { client_id, client_secret, entry } = await made('--for', 'keycloak', '--at', at);
  expect(client_id).toBe('keycloak');
  expect(entry).toEqual({
    id: 'keycloak',
    secrets: [createHash('sha256').update(client_secret).digest('hex')],
    redirect_uris: [`${at}/broker/plid/endpoint`],
    post_logout_redirect_uris: [`${at}/broker/plid/endpoint/logout_response`],
    backchannel_logout_uri: `${at}/protocol/openid-connect/logout/backchannel-logout`,
    scope: 'openid profile',
    id_token_claims: false,
    pkce: 'required',
  });
  expect((await made('--for', 'keycloak', '--at', at)).client_secret).not.toBe(client_secret);
});

test('an entry contains every option, and the setting accepts it', async () => {
  const uris = ['https://books.example.com/a', 'https://books.example.com/b'];
  const bye = 'https://books.example.com/bye';
  const { entry } = await made(
    ...['--id', 'books', '--redirect-uri', ...uris, '--post-logout-redirect-uri', bye],
    ...['--backchannel-logout-uri', `${bye}/all`, '--backchannel-logout-session-required'],
    ...['--alg', 'ES256', '--scope', 'openid phone'],
  );
  expect(entry).toMatchObject({ id: 'books', redirect_uris: uris, post_logout_redirect_uris: [bye] });
  expect(entry).toMatchObject({
    backchannel_logout_uri: `${bye}/all`,
    backchannel_logout_session_required: true,
  });
  const [party] = v.parse(relyingPartiesSetting, JSON.stringify([entry]));
  expect(party).toEqual(entry);
  expect(party).toMatchObject({ alg: 'ES256', scope: 'openid phone' });
});

test.each([
  [['--for', 'keycloak', '--at', at], { id_token_claims: false, pkce: 'required' }],
  [['--for', 'keycloak', '--at', at, '--no-pkce'], { id_token_claims: false, pkce: 'optional' }],
  [['--for', 'keycloak', '--at', at, '--id-token-claims'], { id_token_claims: true, pkce: 'required' }],
  [['--for', 'cognito', '--at', 'https://x.example'], { id_token_claims: false, pkce: 'optional' }],
  [['--for', 'supabase', '--at', 'https://x.example'], { id_token_claims: true, pkce: 'required' }],
  [['--for', 'firebase', '--at', 'https://x.example'], { id_token_claims: true, pkce: 'optional' }],
  [['--id', 'books', '--redirect-uri', 'https://x.example/'], { id_token_claims: false, pkce: 'required' }],
])('%j chooses the claims in the id_token and required PKCE', async (words, fields) => {
  expect((await made(...words)).entry).toMatchObject(fields);
});

test('a loopback address needs confirmation, unless the gateway is on loopback too', async () => {
  const callback = 'http://localhost:3000/cb';
  for (const words of [
    ['--redirect-uri', callback],
    ['--redirect-uri', 'https://localhost/cb'],
    ['--redirect-uri', 'https://books.example.com/cb', '--post-logout-redirect-uri', 'http://127.0.0.1/bye'],
    ['--redirect-uri', 'https://books.example.com/cb', '--backchannel-logout-uri', 'http://[::1]/logout'],
  ]) {
    const { code, stdout, stderr } = await create('--id', 'books', ...words);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/this gateway is deployed.*--allow-loopback\n$/),
    ]);
    expect((await create('--id', 'books', ...words, '--allow-loopback')).code).toBe(0);
  }
  const local = [
    'relying-parties',
    'create',
    '--url',
    'http://localhost:8787',
    '--id',
    'books',
    '--redirect-uri',
    callback,
  ];
  expect((await plid(local)).code).toBe(0);
});

test("the printed values name the gateway's issuer and the product's scopes", async () => {
  const { stdout } = await create('--for', 'cloudflare-access', '--at', 'https://x.cloudflareaccess.com');
  expect(stdout).toMatch(
    /^The secret, shown only once: [0-9a-f]{64}\n\nAdd this entry to the list in the gateway's OPENID_CLIENTS/,
  );
  expect(stdout).toMatch(/\nAuth URL +https:\/\/shop\.example\.com\/auth\/oidc\/authorize\n/);
  expect(stdout).toMatch(/\nScopes +openid profile email\n/);
  const plain = await create('--id', 'books', '--redirect-uri', 'https://books.example.com/a');
  expect(plain.stdout).toContain('The issuer: https://shop.example.com/auth/oidc\n');
});

test.each([
  [[], 'Set the client ID with --id, such as --id books\n'],
  [['--id', 'books'], 'The callback address is missing. Add --redirect-uri with the callback address\n'],
  [
    ['--id', 'books', '--redirect-uri', 'http://books.example.com/a'],
    'The entry needs https://… (http only on localhost), without a fragment, at most 500 characters at 0.redirect_uris.0 (entries are counted from 0).\n',
  ],
  [
    ['--id', 'books', '--redirect-uri', 'https://a.example/', '--backchannel-logout-uri', 'http://10.0.0.1/'],
    'The entry needs https://… (http only on localhost), without a fragment, at most 500 characters at 0.backchannel_logout_uri (entries are counted from 0).\n',
  ],
  [
    ['--id', 'books', '--redirect-uri', 'https://a.example/', 'https://b.example/'],
    'The entry needs addresses on a single host, because each `sub` is specific to one host; create an entry for each host at 0.redirect_uris (entries are counted from 0).\n',
  ],
])('%j is rejected with what it needs', async (words, message) => {
  const { code, stderr } = await create(...words);
  expect([code, stderr]).toEqual([1, message]);
});

test("a product's scope is added once", async () => {
  for (const scope of ['openid', 'openid email']) {
    const words = ['--for', 'cloudflare-access', '--at', 'https://x.example', '--scope', scope];
    expect((await made(...words)).entry.scope.split(' ').sort()).toEqual(['email', 'openid']);
  }
});

test.each(['--redirect-uri', '--post-logout-redirect-uri', '--backchannel-logout-uri'])(
  'a loopback address in %s needs confirmation',
  async (option) => {
    const uri = option === '--redirect-uri' ? [] : ['--redirect-uri', 'https://books.example.com/a'];
    const words = ['--id', 'books', ...uri, option, 'http://localhost:3000/x'];
    const refused = await create(...words);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('http://localhost:3000/x is a loopback address'),
    ]);
    expect((await create(...words, '--allow-loopback')).code).toBe(0);
  },
);
