import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { SqlInMemory } from '../../test/support/fakes/sql-in-memory.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { Requests } from '../directory/request-table.ts';
import { Subscribers } from '../directory/subscriber-table.ts';
import { fixedSubscribers } from '../subscriber.ts';

let sql: SqlStorage;
beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  sql = new SqlInMemory(() => database) as unknown as SqlStorage;
});

const [hana] = fixedSubscribers;
const now = 1_793_000_000;

/** The state that release 0.2 has stored: a request that waits, and a subscriber whom the developer has changed. */
function storeAsReleased(): void {
  sql.exec(`
    CREATE TABLE requests (
      id TEXT PRIMARY KEY, phoneNo TEXT NOT NULL, application TEXT NOT NULL, match_number TEXT NOT NULL,
      choices TEXT NOT NULL, status TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL
    );
    CREATE TABLE subscribers (
      phoneNo TEXT PRIMARY KEY, subscriber TEXT NOT NULL, left_app INTEGER NOT NULL DEFAULT 0
    );`);
  const request = ['r-1', '01000000001', 'Demo Shop', '42', '["11","42","99"]', 'pending', now, now + 120];
  sql.exec('INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...request);
  const { digits, calls, ...stored } = { ...hana, name: '김하늘' };
  sql.exec('INSERT INTO subscribers VALUES (?, ?, 1)', '01000000001', JSON.stringify(stored));
}

test('a request stored by release 0.2 is on the phone and can be answered', () => {
  storeAsReleased();
  const requests = new Requests(sql);
  const stored = {
    id: 'r-1',
    phoneNo: '01000000001',
    application: 'Demo Shop',
    match: '42',
    status: 'pending',
  };
  expect(requests.find('r-1', now)).toEqual({
    ...{ ...stored, choices: ['11', '42', '99'], created: now, expires: now + 120 },
  });
  requests.end('r-1', 'wrong_number');
  expect(requests.list('01000000001', now)).toMatchObject([{ status: 'denied', wrongNumber: true }]);
});

test('new requests are stored next to it, also after reopening the tables', () => {
  storeAsReleased();
  new Requests(sql);
  const requests = new Requests(sql);
  const id = requests.add(askedAbout(people.hana), 'pending', now);
  expect(requests.find(id, now)).toMatchObject({ signIn: 'q0V3mB7xYzA', telcoCd: 'S', entry: 'choose' });
  expect(requests.list(undefined, now)).toHaveLength(2);
});

test('a subscriber stored by release 0.2 is unchanged next to new ones', () => {
  storeAsReleased();
  const subscribers = new Subscribers(sql);
  expect(subscribers.find('01000000001')).toEqual({ ...hana, name: '김하늘', left: true });
  expect(subscribers.all().map(({ phoneNo }) => phoneNo)).toEqual(
    fixedSubscribers.map(({ phoneNo }) => phoneNo),
  );
});
