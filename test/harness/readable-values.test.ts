import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readableValues, storedFiles } from '../support/assertions/readable-values.ts';
import { spellingsOf } from '../support/assertions/value-spellings.ts';
import { testFolder } from '../support/world/isolation.ts';

/** One number for each place in which a mistake could store it. */
const numbers = { table: '01061000001', value: '01061000002', key: '01061000003', alarm: '01061000004' };
const kvNumbers = { kvValue: '01061000005', kvKey: '01061000006' };
const name = '사람일곱';

/** A worker with each of these mistakes. */
const careless = `
  import { DurableObject } from 'cloudflare:workers';
  export class Careless extends DurableObject {
    async store({ table, value, key }, name) {
      this.ctx.storage.sql.exec('CREATE TABLE people (phone TEXT)');
      this.ctx.storage.sql.exec('INSERT INTO people VALUES (?)', table);
      this.ctx.storage.kv.put(key, { phoneNo: value, name });
      await this.ctx.storage.setAlarm(Date.now() + 1e9);
    }
    alarm() {}
  }
  export default {
    async fetch(request, { OBJECTS, VALUES }) {
      const { numbers, kvNumbers, name } = await request.json();
      await OBJECTS.getByName(numbers.alarm).store(numbers, name);
      await VALUES.put(kvNumbers.kvKey, JSON.stringify({ phoneNo: kvNumbers.kvValue }));
      return new Response('stored');
    }
  }`;

let folder: string;
let running: Miniflare;
beforeAll(async () => {
  folder = mkdtempSync(path.join(testFolder(), 'careless-'));
  const options = convertV4MiniflareOptions({
    name: 'careless',
    modules: true,
    script: careless,
    compatibilityDate: '2026-10-20',
    durableObjects: { OBJECTS: { className: 'Careless', useSQLite: true } },
    kvNamespaces: ['VALUES'],
  });
  running = new Miniflare({ ...options, resourcePersistencePath: folder });
  const body = JSON.stringify({ numbers, kvNumbers, name });
  const answer = await running.dispatchFetch('http://localhost/', { method: 'POST', body });
  expect(await answer.text()).toBe('stored');
});
afterAll(async () => {
  await running?.dispose();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('a number that a running object or KV stores is found in', () => {
  test.each([
    ['a row of a table', numbers.table, /careless-Careless\/[0-9a-f]{64}\.sqlite-wal/],
    ['a value of an object', numbers.value, /careless-Careless\/[0-9a-f]{64}\.sqlite-wal/],
    ['a key of an object', numbers.key, /careless-Careless\/[0-9a-f]{64}\.sqlite-wal/],
    ["the runtime's table of alarms, as an object's name", numbers.alarm, /metadata\.sqlite-wal/],
    ['a value of KV', kvNumbers.kvValue, /^\S+ can be read in kv\/\S+blobs/],
    ['a key of KV', kvNumbers.kvKey, /^\S+ can be read in kv\/\S+\.sqlite-wal/],
    ['an object, as a name in UTF-16', name, /careless-Careless\/\S+, UTF-16/],
  ])('%s', (_, value, place) => {
    const found = readableValues([value], storedFiles(folder));
    expect(found.some((line) => place.test(line))).toBe(true);
    expect(found.every((line) => line.startsWith(`${value} can be read in `))).toBe(true);
  });
});

test('a number that is stored nowhere is not found', () => {
  expect(readableValues(['01061000007'], storedFiles(folder))).toEqual([]);
});

test('a finding shows the bytes around the value, as text and in hexadecimal', () => {
  const bytes = Buffer.from('before\u0001phone 010-6100-0001 after');
  expect(readableValues([numbers.table], [{ name: 'a file', bytes }])).toEqual([
    `01061000001 can be read in a file, UTF-8, at byte 14: "before.phone 010-6100-0001 after" (${bytes.toString('hex')})`,
  ]);
});

const withBytes = (text: string | Buffer) => [{ name: 'file', bytes: Buffer.from(text) }];

test.each([
  ['national digits', '1061000001'],
  ['international', '+821061000001'],
  ['hyphens', '010-6100-0001'],
  ['spaces', '+82 10 6100 0001'],
  ['dots', '010.6100.0001'],
  ['UTF-16', Buffer.from('01061000001', 'utf16le')],
  ['hexadecimal', Buffer.from('x01061000001').toString('hex')],
  ['Base64 at each of three offsets', Buffer.from('01061000001').toString('base64')],
  ['Base64 at each of three offsets', Buffer.from('a01061000001b').toString('base64url')],
  ['Base64 at each of three offsets', Buffer.from('ab01061000001bc').toString('base64')],
])('a number is found in %s: %s', (_, text) => {
  expect(readableValues([numbers.table], withBytes(text))).toHaveLength(1);
});

test.each([
  ['UTF-8', name],
  ['UTF-16, most significant byte first', Buffer.from(name, 'utf16le').swap16()],
  ['JSON escapes', '"\\uc0ac\\ub78c\\uc77c\\uacf1"'],
  ['percent-encoding', new URLSearchParams({ name }).toString()],
  ['Base64', Buffer.from(`{"name":"${name}"}`).toString('base64')],
])('a name is found in %s', (_, text) => {
  expect(readableValues([name], withBytes(text))).toHaveLength(1);
});

/** IDs of objects, in which a number's shape and a birth date occur by chance. */
const ids = [
  '4de891c3aa2ecfda604872101061234567b16f53d8dc8224e457cdc42d93c834',
  '68eefe90f0193e29d85e7363ae9f112f900101442969767b70ad704e054ede6b',
];

test("IDs of objects with the shape of a number or a birth date aren't reported", () => {
  expect(ids.join('')).toMatch(/0106\d{7}/);
  expect(readableValues([numbers.table, '900101'], withBytes(ids.join(' ')))).toEqual([]);
  expect(readableValues(['900101'], withBytes('{"birthdate":"900101"}'))).toHaveLength(1);
});

test('no spelling is short enough to occur by chance', () => {
  for (const value of [...Object.values(numbers), name, '900101'])
    for (const { written, spelling } of spellingsOf(value))
      if (spelling !== 'UTF-8') expect(written.length, `${value} in ${spelling}`).toBeGreaterThanOrEqual(8);
});

test("all files of a folder are read, except the sandbox's directory of subscribers", () => {
  const own = mkdtempSync(path.join(testFolder(), 'files-'));
  for (const kind of ['plid-local-Phone', 'plid-local-Directory']) {
    mkdirSync(path.join(own, kind));
    writeFileSync(path.join(own, kind, 'data.sqlite'), 'bytes');
  }
  expect(storedFiles(own)).toEqual([
    { name: path.join('plid-local-Phone', 'data.sqlite'), bytes: Buffer.from('bytes') },
  ]);
  rmSync(own, { recursive: true });
});
