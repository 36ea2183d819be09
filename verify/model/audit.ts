import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Observed } from './compare-with-model.ts';
import { halves, kvOf, objectsOf, watchedClasses } from './failing-world.ts';
import type { LivingWorld } from './living-world.ts';

/** Longer than anything is stored for people who do not come back, in seconds: the gateway remembers a user for a year. */
const everything = 400 * 86_400;
/** The number of looks whether everything is deleted, and the time between two looks, in milliseconds. */
const mostLooks = 60;
const pause = 1_000;

/** No name, number, token, code or session of a life can be read in any file of the storage, or in the log. */
export function auditReadable({ living, codes, sessions }: Observed & { living: LivingWorld }): void {
  const given = codes.flatMap(({ code, access_token = '' }) => [code, access_token]);
  const secrets = new Set([...given, ...sessions].map(longestWord).filter((word) => word.length >= 20));
  const log = ['the log', living.world.harness.logs().join('\n')] as const;
  for (const [where, text] of [log, ...storedTexts(living.folder)]) {
    assert.doesNotMatch(text, /0106\d{7}/, `a number can be read in ${where}`);
    for (const word of [...namesBegin, ...namesBegin.map(asLatin1)])
      assert.ok(!text.includes(word), `a name can be read in ${where}`);
    const read = text.match(/[\w-]{20,}/g)?.find((word) => secrets.has(word));
    assert.equal(read, undefined, `a token, code or session can be read in ${where}`);
  }
}

/** As the lives name their people (system.ts). */
const namesBegin = ['사람', '다른'];
const asLatin1 = (word: string) => Buffer.from(word).toString('latin1');
const longestWord = (secret: string): string =>
  secret.split(/[^\w-]/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** The files of both halves, as text of one letter per byte; the sandbox's are left out, since it stores people as a carrier does. */
function storedTexts(folder: string): [string, string][] {
  return readdirSync(path.join(folder, 'do'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('-Directory'))
    .map((entry) => [entry.parentPath, readIfThere(path.join(entry.parentPath, entry.name))]);
}

/** SQLite removes the files beside a database when an object goes to sleep. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw failure;
  }
}

/** Once everything has expired no object holds anything, and KV only the applications. */
export async function auditSwept(living: LivingWorld): Promise<void> {
  const { world } = living;
  await world.clock.advance(everything);
  let left = await leftovers(living);
  for (let look = 1; left.length > 0 && look < mostLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    left = await leftovers(living);
  }
  assert.deepEqual(left.slice(0, 3), [], 'not swept');
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
