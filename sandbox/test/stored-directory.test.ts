import { beforeEach, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { Requests } from '../directory/request-table.ts';
import { Subscribers } from '../directory/subscriber-table.ts';
import { sqlInMemory } from './support/stored-in-memory.ts';

let sql: SqlStorage;
beforeEach(() => {
  sql = sqlInMemory();
});

const now = 1_793_000_000;

test('a request is stored once, also after reopening the tables', () => {
  const question = askedAbout(people.hana);
  const id = new Requests(sql).add(question, 'pending', now);
  const requests = new Requests(sql);
  expect(requests.add(question, 'pending', now)).toBe(id);
  expect(requests.find(id, now)).toMatchObject({ signIn: 'q0V3mB7xYzA', telcoCd: 'S', entry: 'choose' });
  requests.end(id, 'wrong_number');
  expect(requests.list(undefined, now)).toMatchObject([{ status: 'denied', wrongNumber: true }]);
});

test('a subscriber that was stored without a later field has its default', () => {
  new Subscribers(sql);
  const person = { ...people.hana, phoneNo: '01055556666', gender: 'F', birthdate: '900101', foreign: 'L' };
  sql.exec(
    'INSERT INTO subscribers (phoneNo, subscriber) VALUES (?, ?)',
    ...[person.phoneNo, JSON.stringify(person)],
  );
  const subscribers = new Subscribers(sql);
  const whole = { ...person, behaviour: 'waits', mvno: 'N', digits: 'asked', country: 'KR' };
  expect(subscribers.find(person.phoneNo)).toMatchObject(whole);
  expect(subscribers.all().at(-1)).toMatchObject(whole);
});
