import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintsOf } from '../../../../workers/core/worker/key-fingerprints.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { listAffectedUsers } from '../../../../workers/service/features/affected-users/affected-users.ts';
import { resealDisclosures } from '../../../../workers/service/features/affected-users/reseal-disclosures.ts';
import { disclosureShardOf, sealDisclosure } from '../../../../workers/service/objects/disclosure-index.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { applications, serviceKeys, serviceSecrets } from '../../../support/world/test-settings.ts';

const { client_id } = applications.shop;
const ring = (text: string) => v.parse(keyRingSetting, text);
const former = serviceSecrets.DISCLOSURE_KEY;
const current = former.replace('test:', 'k2:').replace(/.{8}=$/, 'AAAAAAAA=');
const plids = Array.from(
  { length: 40 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

type Index = Record<string, (...parameters: unknown[]) => Promise<unknown>>;

/** The objects of the index. @param afterPage runs once a page of one of them has been read. */
const indexes = (afterPage: (shard: number) => Promise<void>) => ({
  idFromName: (name: string) => ({ name }),
  get: ({ name }: { name: string }) => {
    const object = world.namespace('Disclosures').get({ name }) as Index;
    const page = async (...parameters: unknown[]) => {
      const rows = await object.page?.(...parameters);
      await afterPage(Number(name));
      return rows;
    };
    return new Proxy(object, { get: (_, method: string) => (method === 'page' ? page : object[method]) });
  },
});

type Env = Parameters<typeof resealDisclosures>[0]['env'];

/** The settings of the worker. @param keys the text of `DISCLOSURE_KEY`. */
const envOf = (keys: string, afterPage: Parameters<typeof indexes>[0] = async () => undefined) => ({
  KEYS: serviceKeys,
  DISCLOSURE_KEY: ring(keys),
  LOCATION_HINT: 'apac-ne' as const,
  DISCLOSURES: indexes(afterPage) as never,
});

/** Stores a row for each user. @param key the key that encrypts it. */
async function fill(key: string, users: readonly string[]): Promise<void> {
  const [fingerprint] = await fingerprintsOf(ring(key));
  for (const plid of users) {
    const value = { plid, client_id, first: 1, last: 2, attributes: ['ci'] };
    const written = await sealDisclosure(ring(key), value, 1);
    const shard = String(await disclosureShardOf(value));
    await world.objects.ask('Disclosures', shard, 'put', [written], fingerprint, 1);
  }
}

async function resealAll(env: Env): Promise<void> {
  let cursor: string | undefined;
  do ({ cursor } = await resealDisclosures({ env, now: world.now }, cursor));
  while (cursor !== undefined);
}

async function list(env: Env) {
  const query = { client_id, since: 0, until: 9 };
  const { people, missing_keys } = await listAffectedUsers({ env, now: world.now }, query, undefined);
  return { users: people.map(({ plid }) => plid).sort(), missing_keys };
}

test.each([0, 15])(
  'a list of affected users misses none of those whose rows are re-encrypted meanwhile, from object %i on',
  async (first) => {
    await fill(former, plids);
    let isResealed = false;
    const keys = `${current},${former}`;
    const env: Env = envOf(keys, async (shard) => {
      if (isResealed || shard < first) return;
      isResealed = true;
      await resealAll(env);
    });
    const { users } = await list(env);
    expect(isResealed).toBe(true);
    expect([...new Set(users)]).toEqual(plids);
  },
);

test.each([
  ['no', plids.length],
  ['some', plids.length / 2],
])(
  'a key that was removed too early stays missing until its rows are re-encrypted, with %s rows under other keys',
  async (_, count) => {
    const [removed, others] = [plids.slice(0, count), plids.slice(count)];
    await fill(former, removed);
    await fill(current, others);
    for (const _round of ['first', 'second', 'third']) {
      await resealAll(envOf(current));
      expect(await list(envOf(current))).toEqual({ users: others, missing_keys: ['test'] });
    }
    const restored = envOf(`${current},${former}`);
    for (const _round of ['re-encrypts', 'finds nothing more']) await resealAll(restored);
    expect(await list(envOf(current))).toEqual({ users: plids, missing_keys: [] });
  },
);

test('a removed key stays missing if its rows are on an earlier page of an object than readable ones', async () => {
  const [plid = ''] = plids;
  const shard = String(await disclosureShardOf({ plid, client_id }));
  const unreadable = Array.from({ length: 1_000 }, (_, index) => ({
    row: { application: ' ', name: String(index), sealed: 'unreadable', revision: 1, ended: null },
    former: [],
  }));
  await world.objects.ask('Disclosures', shard, 'put', unreadable, 'test:0', 1);
  await fill(current, [plid]);
  await resealAll(envOf(current));
  expect(await list(envOf(current))).toEqual({ users: [plid], missing_keys: ['test'] });
});
