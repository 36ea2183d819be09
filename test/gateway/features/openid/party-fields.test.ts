import { describe, expect, test } from 'vitest';
import { openIdCode } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import {
  authorizeUrl,
  books,
  logInAt,
  requestClaims,
  requestTokens,
  tokensAt,
} from '../../../support/fixtures/gateway-openid.ts';
import { challengeOf } from '../../../support/fixtures/grants.ts';
import { readToken } from '../../../support/fixtures/openid.ts';
import { codeOf, returned } from '../../../support/fixtures/sign-in.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewayKeys, openIdClients } from '../../../support/world/test-settings.ts';

const [party] = JSON.parse(openIdClients) as [Record<string, unknown>];
const withFields = (fields: object) => JSON.stringify([{ ...party, ...fields }]);
const verifier = 'v'.repeat(43);
const challenge = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
const personal = [
  'name',
  'gender',
  'birthdate',
  'phone_number',
  'phone_number_verified',
  'email',
  'email_verified',
  'updated_at',
];

describe('a relying party with id_token_claims: false', () => {
  const world = useGatewayWorld({ vars: { OPENID_CLIENTS: withFields({ id_token_claims: false }) } });

  test('gets all claims at userinfo, and none in the id_token', async () => {
    const { id_token, access_token } = await tokensAt(world, await logInAt(world));
    const { claims } = readToken(id_token);
    expect(Object.keys(claims).filter((name) => personal.includes(name))).toEqual([]);
    expect(Object.keys(claims).sort()).toEqual(
      ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'acr', 'at_hash'].sort(),
    );
    const told = (await (await requestClaims(world, access_token)).json()) as Record<string, unknown>;
    expect(told).toMatchObject({ sub: claims.sub, name: person.name });
    expect(Object.keys(told).sort()).toEqual(['sub', ...personal].sort());
  });
});

describe('a relying party whose entry omits the optional fields', () => {
  const world = useGatewayWorld({ vars: { OPENID_CLIENTS: withFields({}) } });

  test('gets the claims in the id_token', async () => {
    expect(party).not.toHaveProperty('id_token_claims');
    const { claims } = readToken((await tokensAt(world, await logInAt(world))).id_token);
    expect(Object.keys(claims)).toEqual(
      expect.arrayContaining(personal.filter((name) => name !== 'updated_at')),
    );
  });

  test('needs no PKCE challenge', async () => {
    expect(party).not.toHaveProperty('pkce');
    expect((await requestTokens(world, { code: codeOf(await logInAt(world)) })).status).toBe(200);
  });
});

describe('a relying party with pkce: required', () => {
  const world = useGatewayWorld({ vars: { OPENID_CLIENTS: withFields({ pkce: 'required' }) } });

  test('has its request without a challenge rejected, even if a user is signed in', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const end = await visitor.get(authorizeUrl(world));
    expect(returned(end)).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining('code_challenge'),
    });
    const plain = await visitor.get(
      authorizeUrl(world, { code_challenge: verifier, code_challenge_method: 'plain' }),
    );
    expect(returned(plain)).toMatchObject({ error: 'invalid_request' });
  });

  test('exchanges a code only with its verifier', async () => {
    const code = codeOf(await logInAt(world, { query: challenge }));
    for (const wrong of [{}, { code_verifier: 'w'.repeat(43) }])
      expect((await requestTokens(world, { code, ...wrong })).status).toBe(400);
    expect((await requestTokens(world, { code, code_verifier: verifier })).status).toBe(200);
  });

  test("can't exchange a code issued before PKCE was required", async () => {
    await new Visitor(world).signIn();
    const [session] = await world.sessionRows(person.plid);
    const { client_id, redirect_uri } = books;
    const now = await world.clock.now();
    const user = world.durableObjects.USER.getByName(person.plid);
    const codeWith = async (id: string, login: object) => {
      const kept = { client_id, redirect_uri, scope: 'openid', ...login };
      expect(await user.keepOpenId(session?.id ?? '', id, kept, now)).toBe(true);
      return openIdCode.seal(gatewayKeys, { plid: person.plid, id });
    };
    expect((await requestTokens(world, { code: await codeWith('before', {}) })).status).toBe(400);
    const since = await codeWith('since', { code_challenge: challenge.code_challenge });
    expect((await requestTokens(world, { code: since, code_verifier: verifier })).status).toBe(200);
  });
});
