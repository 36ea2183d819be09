import { beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { qrCodeText } from '../../workers/service/features/app-start/qr-code-text.ts';
import { isCurrentQrCode } from '../directory/qr-code.ts';
import { Requests } from '../directory/request-table.ts';
import { sqlInMemory } from './support/stored-in-memory.ts';

let requests: Requests;
beforeEach(() => {
  requests = new Requests(sqlInMemory());
});

const now = 1_793_000_000;
const add = (id: string, at: number, more: object = {}) =>
  requests.add({ ...askedAbout(people.daegi), id, ...more }, 'pending', at);
const { expiresIn } = askedAbout(people.daegi);

test('a phone shows a request for an hour after its end', () => {
  const first = add('first', now);
  add('second', now + expiresIn + 3_599);
  expect(requests.find(first, now)).toBeDefined();
  add('third', now + expiresIn + 3_600);
  expect(requests.find(first, now)).toBeUndefined();
});

test('a phone shows its latest twenty requests, the newest first', () => {
  const ids = Array.from({ length: 21 }, (_, place) => add(`request${place}`, now));
  const shown = requests.list(people.daegi.phoneNo, now).map(({ id }) => id);
  expect(shown).toEqual(ids.slice(1).reverse());
});

test('the digits of a start lead to the latest one that has them', () => {
  const start = (id: string, at: number) =>
    requests.add(
      { ...asked('S'), id, phoneNo: '', match: '42', code: 'c', digits: '12345678', shown: [] },
      'pending',
      at,
    );
  const later = start('later', now + 1);
  start('earlier', now);
  expect(requests.findByDigits('12345678', now + 2)?.id).toBe(later);
  expect(requests.findByDigits('87654321', now + 2)).toBeUndefined();
});

test.each([
  [undefined, 3],
  [3, 3],
  [5, 5],
  [9, 9],
])('a request with %s choices has %i different numbers, one of them right', (choices, count) => {
  const found = requests.find(add('one', now, { match: '42', ...(choices && { choices }) }), now);
  expect(new Set(found?.choices).size).toBe(count);
  expect(found?.choices).toContain('42');
});

describe('a QR code', () => {
  test.each([
    [-6, false],
    [-5, true],
    [0, true],
    [5, true],
    [6, false],
  ])('that is shown %i seconds from now is current: %s', async (difference, isCurrent) => {
    const shown = await qrCodeText('request', 'secret', 60);
    expect(await isCurrentQrCode(shown, 'secret', 60 - difference)).toBe(isCurrent);
  });
});
