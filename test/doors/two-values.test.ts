import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import type { Sealed } from '../../workers/core/crypto/seal.ts';
import openidOfGateway from '../../workers/gateway/features/openid/index.ts';
import { signIdToken } from '../../workers/openid/id-token.ts';
import { openIdKeySetting, publicKeysOf as openIdKeysOf } from '../../workers/openid/openid-keys.ts';
import openid from '../../workers/service/features/openid/index.ts';
import par from '../../workers/service/features/par/index.ts';
import { Signer } from '../../workers/service/features/signer/signer.ts';
import applicationsApi from '../../workers/service/operator/applications/index.ts';
import people from '../../workers/service/operator/people/index.ts';
import subscribers from '../../workers/service/operator/subscribers/index.ts';
import carrierCallback from '../../workers/service/routes/carrier-callback/index.ts';
import disconnect from '../../workers/service/routes/disconnect/index.ts';
import token from '../../workers/service/routes/token/index.ts';
import user from '../../workers/service/routes/user/index.ts';
import { eventKeySetting, publicKeysOf } from '../../workers/service/settings/event-keys.ts';
import { accessToken } from '../../workers/service/settings/service-sealed-types.ts';
import { openIdToken } from '../../workers/service/tokens/openid-sealed-types.ts';
import { gatewayEnv, party, serviceEnv } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { storeUser } from '../effects/support/stored-user.ts';
import { basic } from '../support/requests/service-requests.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import {
  applications,
  derivedSigningKey,
  gatewaySecrets,
  origins,
  serviceKeys,
  serviceSecrets,
} from '../support/world/test-settings.ts';

/** A rotation under way: one value replaces another, and both are accepted. */
const values = ['first', 'second', 'unknown'] as const;
const isAccepted = (which: (typeof values)[number]) => which !== 'unknown';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

type Worker = Parameters<NumberedWorld['send']>[0];
type Env = Record<string, unknown>;

function send(worker: Worker, env: Env, path: string, headers: Record<string, string>, body?: string) {
  const origin = path.startsWith('/auth/') ? origins.gateway : origins.service;
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  return world.send(worker, env, `${origin}${path}`, init);
}
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('7 settings take two values, and 8 secrets one', () => {
  const secrets = listedWorkers.flatMap(settingsOf).filter(({ secret }) => secret !== undefined);
  const takesTwo = ['keys', 'signing keys', 'openid keys', 'token', 'hex'];
  const named = (isTwo: boolean) =>
    [
      ...new Set(
        secrets.filter(({ secret }) => takesTwo.includes(secret ?? '') === isTwo).map(({ name }) => name),
      ),
    ].sort();
  expect(named(true)).toEqual([
    ...['ADMIN_TOKEN', 'CARRIER_TOKEN', 'DISCLOSURE_KEY', 'EVENT_KEY', 'IDENTITY_KEY', 'KEYS', 'OPENID_KEY'],
  ]);
  expect(named(false)).toEqual([
    ...[
      'BAROCERT_SECRET_KEY',
      'CARRIER_K_TOKEN',
      'CARRIER_L_TOKEN',
      'CARRIER_S_TOKEN',
      'CLIENT_SECRET',
      'OPENID_SUBJECT_KEY',
      'PHONE_KEY',
    ],
    'TURNSTILE_SECRET',
  ]);
});

describe('a token of an operator or a carrier', () => {
  const tokens = {
    first: '1123456789abcdef'.repeat(4),
    second: '2123456789abcdef'.repeat(4),
    unknown: '3123456789abcdef'.repeat(4),
  };
  const setting = `kim:${tokens.first},lee:${tokens.second}`;
  const doors: Record<string, [worker: Worker, path: string, body?: string]> = {
    'ADMIN_TOKEN of applications': [applicationsApi, '/admin/applications'],
    'CARRIER_TOKEN of subscribers': [
      subscribers,
      '/admin/subscribers/connections',
      '{"phoneNo":"01012345678"}',
    ],
    'CARRIER_TOKEN of callbacks': [carrierCallback, '/carrier/answered', '{"requestId":"r"}'],
  };
  test.each(
    Object.entries(doors).flatMap(([door, asked]) => values.map((which) => [door, which, asked] as const)),
  )('%s: the %s one', async (door, which, [worker, path, body]) => {
    const [name = ''] = door.split(' ');
    const env = {
      ...serviceEnv(world),
      CARRIER_CALLBACK_LIMIT: { limit: async () => ({ success: true }) },
      [name]: setting,
    };
    const headers = { Authorization: `Bearer ${tokens[which]}`, 'Content-Type': 'application/json' };
    const { status } = await send(worker, env, path, headers, body);
    expect(status === 401).toBe(!isAccepted(which));
  });
});

describe('the secret of an application', () => {
  const { shop } = applications;
  const secrets = { first: shop.client_secret, second: `s2${shop.client_secret}`, unknown: '3'.repeat(64) };
  /** The routes that authenticate an application. */
  const doors: Record<string, [worker: Worker, path: string, fields: Record<string, string>]> = {
    token: [token, '/oauth2/token', { grant_type: 'authorization_code', code: 'x' }],
    'token of OpenID Connect': [
      openid,
      '/oauth2/openid/token',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' },
    ],
    par: [par, '/oauth2/par', { response_type: 'code', redirect_uri: shop.redirect_uri, state: 's' }],
    disconnect: [disconnect, '/v1/user/disconnect', { plid: 'x' }],
  };
  test.each(Object.keys(doors).flatMap((door) => values.map((which) => [door, which] as const)))(
    'is accepted at %s: the %s one',
    async (door, which) => {
      await storeUser(world);
      const [worker, path, fields] = doors[door] as (typeof doors)[string];
      const headers = {
        ...formType,
        Authorization: basic({ client_id: shop.client_id, client_secret: secrets[which] }),
      };
      const { status } = await send(worker, serviceEnv(world), path, headers, form(fields));
      expect(status === 401).toBe(!isAccepted(which));
    },
  );

  /** The routes that read with an access token, which names the secret that it was made with. */
  const readers: Record<string, [worker: Worker, path: string, kind: Sealed<never>]> = {
    user: [user, '/v1/user/me', accessToken as Sealed<never>],
    userinfo: [openid, '/oauth2/userinfo', openIdToken as Sealed<never>],
  };
  test.each(
    Object.keys(readers).flatMap((door) => ['s1', 's2', 's3'].map((secret) => [door, secret] as const)),
  )('lets a token work at %s as long as the application has it: %s', async (door, secret) => {
    const { plid, grants } = await storeUser(world);
    const [worker, path, kind] = readers[door] as (typeof readers)[string];
    const value = { plid, grant: grants.shop, client_id: shop.client_id, secret, scope: 'openid' };
    const text = await kind.seal(serviceKeys, value as never, world.now + 600);
    const { status } = await send(worker, serviceEnv(world), path, { Authorization: `Bearer ${text}` });
    expect(status).toBe(secret === 's3' ? 401 : 200);
  });
});

test.each(values)('the secret of a relying party of the gateway: the %s one', async (which) => {
  const secrets = { first: '1'.repeat(64), second: '2'.repeat(64), unknown: '3'.repeat(64) };
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const own = {
    id: party.id,
    redirect_uris: [party.redirect_uri],
    secrets: [digest(secrets.first), digest(secrets.second)],
  };
  const env = { ...gatewayEnv(world), OPENID_CLIENTS: JSON.stringify([{ ...own, scope: 'openid' }]) };
  const headers = {
    ...formType,
    Authorization: basic({ client_id: party.id, client_secret: secrets[which] }),
  };
  const fields = form({ grant_type: 'authorization_code', code: 'x', redirect_uri: party.redirect_uri });
  const answer = await send(openidOfGateway, env, '/auth/oidc/token', headers, fields);
  expect((await answer.json()) as object).toMatchObject({
    error: isAccepted(which) ? 'invalid_grant' : 'invalid_client',
  });
});

describe('a key that signs', () => {
  const former = `e0:${derivedSigningKey('former')}`;

  test('EVENT_KEY: both are published', async () => {
    const keys = v.parse(eventKeySetting, `${serviceSecrets.EVENT_KEY},${former}`) ?? [];
    expect((await publicKeysOf(keys)).keys.map(({ kid }) => kid)).toEqual(['e1', 'e0']);
  });

  const rsa = gatewaySecrets.OPENID_KEY.slice('public:'.length).split('.')[0] ?? '';
  const [first, second] = ['first', 'second'].map((id) => `${id}:${rsa}.${derivedSigningKey(id)}`);
  const login = {
    ...{ issuer: origins.service, audience: 'a', subject: 's', acr: 'urn:x', accessToken: 't', claims: {} },
  };

  test.each(['RS256', 'ES256'] as const)(
    'OPENID_KEY: the first signs, both are published and verify a hint (%s)',
    async (alg) => {
      const [one, other] = [first, second].map((text) => v.parse(openIdKeySetting, text) ?? []);
      const OPENID_KEY = `${first},${second}`;
      const both = v.parse(openIdKeySetting, OPENID_KEY) ?? [];
      expect((await openIdKeysOf(both)).keys).toHaveLength(4);
      const signer = new Signer({} as never, { OPENID_KEY } as never);
      expect(await signer.signIdToken(alg, login, 1)).toContain('.');
      for (const keys of [one, other]) {
        const hint = await signIdToken(keys ?? [], alg, login, 1);
        expect(await signer.readHint(hint, origins.service)).toEqual({ subject: 's', audience: 'a' });
        expect(await signer.readHint(hint, origins.gateway)).toBeUndefined();
      }
      const hint = await signer.signIdToken(alg, login, 1);
      expect(
        await new Signer({} as never, { OPENID_KEY: first } as never).readHint(hint, origins.service),
      ).toBeDefined();
      expect(
        await new Signer({} as never, { OPENID_KEY: second } as never).readHint(hint, origins.service),
      ).toBeUndefined();
    },
  );
});

describe('DISCLOSURE_KEY of the index of disclosures', () => {
  const former = serviceSecrets.DISCLOSURE_KEY;
  const current = former.replace('test:', 'k2:').replace(/.{8}=$/, 'AAAAAAAA=');
  const both = `${current},${former}`;

  async function ask<Answer>(path: string, DISCLOSURE_KEY: string, body: object): Promise<Answer> {
    const headers = {
      Authorization: `Bearer ${serviceSecrets.ADMIN_TOKEN}`,
      'Content-Type': 'application/json',
    };
    const env = { ...serviceEnv(world), DISCLOSURE_KEY };
    const answer = await send(people, env, `/admin/people/${path}`, headers, JSON.stringify(body));
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  }
  const period = { since: 0, until: 2_000_000_000, reason: 'ticket 1' };
  /** The users of the shop in the index, and the keys without which some can't be found. */
  async function listed(key: string) {
    const query = { client_id: applications.shop.client_id, ...period };
    const page = await ask<{ people: { plid: string }[]; missing_keys: string[]; unreadable: number }>(
      'affected',
      key,
      query,
    );
    expect(page.unreadable).toBe(0);
    return { plids: page.people.map(({ plid }) => plid), missing: page.missing_keys };
  }

  /** @returns the number of rows that one pass over all parts of the index has re-encrypted. */
  async function reseal(): Promise<number> {
    let [rows, cursor]: [number, string | undefined] = [0, ''];
    while (cursor !== undefined) {
      const page: { resealed: number; unreadable: number; cursor?: string } = await ask(
        'affected/reseal',
        both,
        cursor === '' ? {} : { cursor },
      );
      expect(page.unreadable).toBe(0);
      rows += page.resealed;
      cursor = page.cursor;
    }
    return rows;
  }

  test('finds a user under either key while both are set, and only those are lost whose key is removed too early', async () => {
    const { plid } = await storeUser(world);
    const [found, lost] = [
      { plids: [plid], missing: [] },
      { plids: [], missing: ['test'] },
    ];
    for (const key of [former, both, `${former},${current}`]) expect(await listed(key)).toEqual(found);
    expect(await listed(current)).toEqual(lost);

    // A user has a row for each application.
    expect(await reseal()).toBe(2);
    expect(await listed(both)).toEqual(found);
    // Until the next pass finds nothing left, the index still names the former key.
    expect(await reseal()).toBe(0);
    for (const key of [both, current]) expect(await listed(key)).toEqual(found);
    expect(await listed(former)).toEqual({ plids: [], missing: ['k2'] });
  });
});
