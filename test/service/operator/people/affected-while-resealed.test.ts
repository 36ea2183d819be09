import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

async function resealAll(env: Parameters<typeof resealDisclosures>[0]['env']): Promise<void> {
  let cursor: string | undefined;
  do ({ cursor } = await resealDisclosures({ env, now: world.now }, cursor));
  while (cursor !== undefined);
}

test.each([0, 15])(
  'a list of affected users misses none of those whose rows are re-encrypted meanwhile, from object %i on',
  async (first) => {
    for (const plid of plids) {
      const value = { plid, client_id, first: 1, last: 2, attributes: ['ci'] };
      const written = await sealDisclosure(ring(former), value, 1);
      const shard = String(await disclosureShardOf(value));
      await world.objects.ask('Disclosures', shard, 'put', [written], 'test:0', 1);
    }
    let isResealed = false;
    const env = {
      KEYS: serviceKeys,
      DISCLOSURE_KEY: ring(`${current},${former}`),
      LOCATION_HINT: 'apac-ne' as const,
      DISCLOSURES: indexes(async (shard) => {
        if (isResealed || shard < first) return;
        isResealed = true;
        await resealAll(env);
      }) as never,
    };
    const query = { client_id, since: 0, until: 9 };
    const { people } = await listAffectedUsers({ env, now: world.now }, query, undefined);
    expect(isResealed).toBe(true);
    expect(new Set(people.map(({ plid }) => plid))).toEqual(new Set(plids));
  },
);
