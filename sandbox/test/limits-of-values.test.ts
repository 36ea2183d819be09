import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { shownParts } from '../../workers/core/carrier/port.ts';
import {
  confirmationRequestSchema,
  noticeBodySchema,
  requestIdSchema,
  startRequestSchema,
} from '../carrier/carrier-request-bodies.ts';
import { presets } from '../fault-presets.ts';
import { locationText } from '../pages/asking-browser.tsx';
import { displayedRequestParts, fixedSubscribers, subscriberSchema } from '../subscriber.ts';
import { readSeed } from '../world/world-seed.ts';

const confirmation = askedAbout(people.hana);
const { expires: _, expiresIn: __, returnTo: ___, way: ____, ...shown } = asked('S');
const notice = { ...shown, kind: 'consent', phoneNo: '01000000001', mvno: false, at: 1 };

describe('a body that a carrier of the sandbox gets', () => {
  test.each<[string, v.GenericSchema, object, object[], object[]]>([
    [
      'to confirm',
      confirmationRequestSchema,
      confirmation,
      [{ choices: 3 }, { choices: 9 }, { expiresIn: 1 }, { expires: 0 }, { match: '00' }, { entry: 'type' }],
      [{ choices: 2 }, { choices: 10 }, { expiresIn: 0 }, { expires: -1 }, { match: '1' }, { match: '100' }],
    ],
    [
      'to start',
      startRequestSchema,
      asked('S'),
      [{ id: 'x'.repeat(8) }, { id: 'x'.repeat(64) }, { signIn: 'x'.repeat(32) }, { way: 'code' }],
      [{ id: 'x'.repeat(7) }, { id: 'x'.repeat(65) }, { signIn: 'x'.repeat(33) }, { signIn: 'x'.repeat(7) }],
    ],
    [
      'about a request',
      requestIdSchema,
      { requestId: 'r' },
      [{ requestId: 'x'.repeat(199) }],
      [{ requestId: '' }, { requestId: 'x'.repeat(200) }, { requestId: 'a b' }],
    ],
    [
      'with a notice',
      noticeBodySchema,
      notice,
      [{ end: 'https://login.example.com/end' }, { at: 0 }],
      [{ end: 'here' }, { at: 0.5 }, { kind: 'news' }, { phoneNo: '0100000000' }],
    ],
  ])('%s is valid up to these limits', (_name, schema, usual, valid, invalid) => {
    expect(v.is(schema, usual)).toBe(true);
    for (const more of valid) expect(v.is(schema, { ...usual, ...more }), JSON.stringify(more)).toBe(true);
    for (const more of invalid) expect(v.is(schema, { ...usual, ...more }), JSON.stringify(more)).toBe(false);
  });
});

test.each([
  [{ name: '가'.repeat(60) }, true],
  [{ name: '가'.repeat(61) }, false],
  [{ name: ' ' }, false],
  [{ birthdate: '000229' }, true],
  [{ birthdate: '000230' }, false],
  [{ country: 'US' }, false],
])('a subscriber with %j is valid: %s', (more, isValid) => {
  expect(v.is(subscriberSchema, { ...fixedSubscribers[0], ...more })).toBe(isValid);
});

test('a phone that displays less omits what an approval turns on', () => {
  expect(displayedRequestParts({ tells: 'all' })).toEqual(shownParts);
  const omitted = shownParts.filter((part) => !displayedRequestParts({ tells: 'less' }).includes(part));
  expect(omitted.toSorted()).toEqual(['account', 'automaticLogin']);
  expect(displayedRequestParts({ tells: 'nothing' })).toEqual(['application']);
});

test('the presets of faults affect each endpoint in these ways', () => {
  const described = Object.entries(presets).map(([name, faults]) => [
    name,
    ...faults.map((fault) => {
      const { endpoint, kind, count, milliseconds } = fault;
      return `${endpoint} ${kind} ${'status' in fault ? `${fault.status} ` : ''}x${count} ${milliseconds} ms`;
    }),
  ]);
  expect(described).toEqual([
    ['token error', '/oauth2/token error 500 x1 0 ms'],
    ['slow token', '/oauth2/token delay x1 3000 ms'],
    ['user as HTML', '/v1/user/me html 502 x1 0 ms'],
    ['carrier outage', 'carrier outage x1000000 0 ms'],
    [
      'bad day',
      '/oauth2/authorize delay x1 2000 ms',
      'carrier outage x1 0 ms',
      '/oauth2/token error 503 x1 0 ms',
      '/v1/user/me html 502 x1 0 ms',
      '/v1/user/disconnect cut x1 0 ms',
    ],
    [
      'every spelling §2.1 allows',
      '/oauth2/token string-expires_in x1000000 0 ms',
      '/v1/user/me empty-error x1000000 0 ms',
      '/v1/user/me encrypted-agegroup x1000000 0 ms',
      '/v1/user/me plain-fields x1000000 0 ms',
      '/v1/user/disconnect empty-error x1000000 0 ms',
    ],
  ]);
});

test.each([
  [{ country: 'KR', city: 'Seoul' }, 'Seoul, South Korea'],
  [{ country: 'KR' }, 'South Korea'],
  [{ city: 'Seoul' }, 'Seoul'],
  [{ country: 'T1' }, 'T1'],
  [{}, undefined],
])('the place %j is displayed as %s', (place, text) => {
  expect(locationText(place, 'en')).toBe(text);
});

test('an application of a seed without a secret has the same one in every environment', async () => {
  const client_id = 'seededshop0000000001';
  const { applications } = await readSeed(
    { applications: [{ client_id, name: 'Seeded', redirect_uris: ['http://localhost:3000/callback'] }] },
    'http://localhost:8787',
  );
  const expected = createHash('sha256').update(`plid sandbox secret of ${client_id}`).digest('hex');
  expect(applications.map(({ client_secret }) => client_secret)).toEqual([expected]);
});
