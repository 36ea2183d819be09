import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fingerprintsOf } from '../../../../workers/core/worker/key-fingerprints.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { sealDisclosure } from '../../../../workers/service/objects/disclosure-index.ts';
import type { Disclosures } from '../../../../workers/service/objects/disclosures.ts';
import type { Observed } from '../../../support/assertions/observed-objects.ts';
import {
  affectedPage,
  affectedUsers,
  fillIndex,
  indexObject,
} from '../../../support/fixtures/affected-users.ts';
import { sendPeopleRequest } from '../../../support/requests/operator-requests.ts';
import { applications, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const { shop } = applications;

describe('a rotation of DISCLOSURE_KEY', () => {
  const former = serviceSecrets.DISCLOSURE_KEY;
  const current = former.replace('test:', 'k2:').replace(/.{8}=$/, 'AAAAAAAA=');
  const rings = { both: `${current},${former}`, current };
  const worldWith = (DISCLOSURE_KEY: string) => {
    const secrets = { DISCLOSURE_KEY };
    return useWorld({
      half: 'service',
      overrides: { 'plid-service-people': { secrets }, 'plid-service-objects': { secrets } },
    });
  };
  const rotating = worldWith(rings.both);
  const ring = (text: string) => v.parse(keyRingSetting, text);
  const fingerprintOf = async (text: string) => (await fingerprintsOf(ring(text)))[0] ?? '';
  const reseal = async () => {
    let [resealed, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const response = await sendPeopleRequest(rotating, 'affected/reseal', { ...(cursor && { cursor }) });
      const page = await response.json<{ resealed: number; cursor?: string }>();
      resealed += page.resealed;
      cursor = page.cursor;
    } while (cursor !== undefined);
    return resealed;
  };

  test('lists rows under both keys, and re-encrypts each once', async () => {
    await fillIndex(rotating, 300, ring(former));
    await fillIndex(rotating, 200, ring(rings.both));
    const before = await affectedUsers(rotating);
    expect(before.size).toBe(500);
    expect(await reseal()).toBe(300);
    expect(await affectedUsers(rotating)).toEqual(new Map([...before].sort()));
    const shards = Array.from({ length: 16 }, (_, shard) =>
      rotating.durableObjects.DISCLOSURES.getByName(String(shard)),
    );
    const keysOf = async () =>
      new Set((await Promise.all(shards.map((each) => each.state()))).flatMap((s) => s?.keys));
    expect((await keysOf()).size).toBe(2);
    expect(await reseal()).toBe(0);
    expect(await keysOf()).toEqual(new Set([await fingerprintOf(current)]));
  });

  const dropped = worldWith(rings.current);
  test('reports a list as incomplete if a key was removed too early', async () => {
    await fillIndex(dropped, 20, ring(former));
    await fillIndex(dropped, 10, ring(current));
    const page = await affectedPage(dropped);
    expect(page.people).toHaveLength(10);
    expect(page.missing_keys).toEqual(['test']);
  });

  test('a user who returns has one row, under the current key', async () => {
    const plid = randomUUID();
    const value = { plid, client_id: shop.client_id, first: 1, last: 2, attributes: ['ci'] };
    const index = (await indexObject(rotating, plid)) as unknown as Disclosures;
    await index.put([await sealDisclosure(ring(former), value, 1)], 'test:0', 1);
    await index.put([await sealDisclosure(ring(rings.both), { ...value, last: 3 }, 2)], 'k2:0', 1);
    await index.put([await sealDisclosure(ring(rings.both), value, 1)], 'k2:0', 1);
    const { rows } = await (index as unknown as Observed).dump();
    const { row } = await sealDisclosure(ring(current), value, 1);
    const old = await sealDisclosure(ring(former), value, 1);
    const names = (rows.disclosures ?? []).map(({ name }) => name);
    expect([names.includes(row.name), names.includes(old.row.name)]).toEqual([true, false]);
    expect((await affectedUsers(rotating)).get(plid)).toMatchObject({ last: 3 });
  });
});
