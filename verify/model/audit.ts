import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readableValues, storedFiles } from '../../test/support/assertions/readable-values.ts';
import type { Observed } from './compare-with-model.ts';
import { halves, kvOf, objectsOf, watchedClasses } from './failing-world.ts';
import type { LivingWorld } from './living-world.ts';

/** Longer than anything is stored for users who do not return, in seconds: the gateway remembers a user for a year. */
const everything = 400 * 86_400;
/** The number of looks whether everything is deleted, and the time between two looks, in milliseconds. */
const mostLooks = 60;
const pause = 1_000;
/** After so many looks the clock jumps again: an event under way at a jump is refused as too old, and kept for redelivery from then on. */
const looksPerJump = 10;

interface Audited extends Pick<Observed, 'codes' | 'sessions'> {
  living: Pick<LivingWorld, 'folder'> & { world: { harness: Pick<LivingWorld['world']['harness'], 'logs'> } };
  real: Pick<Observed['real'], 'personalValues'>;
}

/**
 * No name, number, token, code or session of a life can be read in any file of the storage, or in the log. They are compared
 * with the life's own values: a number's pattern also occurs by chance in the IDs of objects.
 */
export function auditReadable({ living, real, codes, sessions }: Audited): void {
  const given = codes.flatMap(({ code, access_token = '' }) => [code, access_token]);
  const secrets = [...given, ...sessions].map(longestWord).filter((word) => word.length >= 20);
  const log = { name: 'the log', bytes: Buffer.from(living.world.harness.logs().join('\n')) };
  const texts = [log, ...storedFiles(path.join(living.folder, 'do'))];
  assert.deepEqual(readableValues([...real.personalValues(), ...secrets], texts), []);
}

const longestWord = (secret: string): string =>
  secret.split(/[^\w-]/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** Once everything has expired no object holds anything, and KV only the applications. */
export async function auditSwept(living: LivingWorld): Promise<void> {
  const { world } = living;
  await world.clock.advance(everything);
  let left = await leftovers(living);
  for (let look = 1; left.length > 0 && look < mostLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (look % looksPerJump === 0) await world.clock.advance(everything);
    left = await leftovers(living);
  }
  assert.deepEqual(left.slice(0, 3), [], 'not swept');
  // The same event is in the operators' list.
  await world.clock.advance(everything);
  for (const half of halves) {
    const keys = await (await kvOf(world, half)).stored();
    const more = keys.filter((key) => !key.startsWith('application:'));
    assert.deepEqual(more.slice(0, 3), [], `left in KV of the ${half}`);
  }
}

async function leftovers({ world, folder }: LivingWorld): Promise<string[]> {
  const objects = await objectsOf(world);
  const all = watchedClasses.flatMap(({ half, name, binding }) =>
    readdirSync(path.join(folder, 'do', `plid-${half}-objects-${name}`)).flatMap((file) => {
      const id = /^([0-9a-f]{64})\.sqlite$/.exec(file)?.[1];
      return id === undefined ? [] : [{ binding, id }];
    }),
  );
  const found = await Promise.all(
    all.map(async ({ binding, id }) => {
      const { stored, alarm } = await objects.atRestOfId(binding, id);
      return isEmpty(binding, stored) && alarm === null ? [] : [`${binding} ${stored.slice(0, 300)}`];
    }),
  );
  return found.flat();
}

/** One Phone belongs to no number: it stores which PHONE_KEY is the service's. */
const isEmpty = (binding: string, stored: string): boolean =>
  stored === '{}' || (binding === 'PHONE' && !/"(?:requests|registration)"/.test(stored));
