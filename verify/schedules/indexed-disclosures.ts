import * as v from 'valibot';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import { disclosureShardOf, openDisclosure } from '../../workers/service/objects/disclosure-index.ts';
import type { DisclosureRow } from '../../workers/service/objects/disclosure-tables.ts';
import { DISCLOSURE_KEY, type SimulatedWorld } from './simulated-world.ts';

const keys = v.parse(keyRingSetting, DISCLOSURE_KEY);

/** Whether the index of disclosures lists a user among those of an application. */
export async function isIndexed(world: SimulatedWorld, plid: string, client_id: string): Promise<boolean> {
  const shard = String(await disclosureShardOf({ plid, client_id }));
  const start = { application: '', name: '' };
  const rows = (await world.objects.ask('Disclosures', shard, 'rows', start, 99)) as DisclosureRow[];
  const disclosures = await Promise.all(rows.map((row) => openDisclosure(keys, row)));
  return disclosures.some((disclosed) => disclosed?.plid === plid && disclosed.client_id === client_id);
}
