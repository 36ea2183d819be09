import { expect, test } from 'vitest';
import { type Migrations, ObjectStore } from '../../../workers/core/storage/object-store.ts';
import { Storage } from '../../support/fakes/objects.ts';

const migrations: Migrations = ['CREATE TABLE things (a INTEGER)', 'ALTER TABLE things ADD COLUMN b INTEGER'];

const storeOf = (storage: Storage, all = migrations) =>
  new ObjectStore({ storage, blockConcurrencyWhile: () => undefined } as never, {}, all);
const insert = (storage: Storage) => void storage.sql.exec('INSERT INTO things (a) VALUES (1)');
const columnsOf = (storage: Storage) =>
  storage.sql
    .exec('SELECT name FROM pragma_table_info(?)', 'things')
    .toArray()
    .map((row) => (row as { name: string }).name);

test('an object has no tables before the first change, and all of them after it', () => {
  const storage = new Storage();
  const store = storeOf(storage);
  expect([store.exists(), columnsOf(storage)]).toEqual([false, []]);
  store.change(() => insert(storage));
  expect([store.exists(), columnsOf(storage)]).toEqual([true, ['a', 'b']]);
});

test('a first change that fails leaves no tables, and the next one makes them', () => {
  const storage = new Storage();
  const store = storeOf(storage);
  const failing = () => {
    insert(storage);
    throw new Error('broken off');
  };
  expect(() => store.change(failing)).toThrow('broken off');
  expect([store.exists(), columnsOf(storage)]).toEqual([false, []]);
  store.change(() => insert(storage));
  expect(columnsOf(storage)).toEqual(['a', 'b']);
});

test('an object of the build before gets what it lacks, and one of a later build stays as it is', () => {
  const storage = new Storage();
  storeOf(storage, [migrations[0]]).change(() => insert(storage));
  expect(columnsOf(storage)).toEqual(['a']);
  expect(storeOf(storage).exists()).toBe(true);
  expect(columnsOf(storage)).toEqual(['a', 'b']);
  const later = () => storeOf(storage, [...migrations, 'ALTER TABLE things ADD COLUMN c INTEGER']);
  later().change(() => insert(storage));
  storeOf(storage).change(() => insert(storage));
  expect(later().exists()).toBe(true);
  expect(columnsOf(storage)).toEqual(['a', 'b', 'c']);
});

test('an object that has deleted everything can be used again', async () => {
  const storage = new Storage();
  const store = storeOf(storage);
  store.change(() => insert(storage));
  await store.deleteAll();
  expect(store.exists()).toBe(false);
  store.change(() => insert(storage));
  expect(columnsOf(storage)).toEqual(['a', 'b']);
});

test('migrations run in their order and keep the rows, and one that fails leaves nothing', () => {
  const renamed = 'ALTER TABLE things RENAME COLUMN b TO c';
  const storage = new Storage();
  expect(() =>
    storeOf(storage, [migrations[0], renamed, 'ALTER TABLE things ADD COLUMN b INTEGER']).change(() =>
      insert(storage),
    ),
  ).toThrow(/no such column/);
  expect(columnsOf(storage)).toEqual([]);
  storeOf(storage).change(() => insert(storage));
  expect(storeOf(storage, [...migrations, renamed]).exists()).toBe(true);
  expect(storage.sql.exec('SELECT a, c FROM things').toArray()).toEqual([{ a: 1, c: null }]);
});
