import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { encryptField, FieldError, readUserRecord } from '../../packages/plid/fields/index.ts';
import { expectOutcome } from '../../packages/plid-kits/carrier-kit/expect-answers.ts';
import { readCarrierOptions } from '../../packages/plid-kits/command/carrier-options.ts';
import { matchesTypedName, subscriberSchema } from '../../sandbox/subscriber.ts';
import { readOutcome } from '../../workers/core/carrier/read-answers.ts';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { hasUnusableCharacters, readName } from '../../workers/core/protocol/personal-name.ts';
import { readForm } from '../../workers/service/sign-in/entries/sign-in-form.ts';
import { signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { changeSubscriber, newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl } from '../support/fixtures/sign-in.ts';
import { root } from '../support/world/bundles.ts';
import { useWorld } from '../support/world/use-world.ts';

/** Names as they arrive, and as every part of plid reads them. */
const names: [what: string, sent: string, read: string][] = [
  ['composed letters', '김하늘', '김하늘'],
  ['decomposed letters', '김하늘'.normalize('NFD'), '김하늘'],
  ['decomposed letters with invisible characters', [...'김하늘'.normalize('NFD')].join('\u200b'), '김하늘'],
  ['white space at the ends', '\t 김하늘\u3000\n', '김하늘'],
  ['white space between words', 'KIM  HA\u3000NEUL', 'KIM  HA\u3000NEUL'],
  ...[0x200b, 0x2060, 0x200e, 0x2068, 0x2069, 0x00ad, 0x3164, 0x1160, 0xfe0f, 0xfeff, 0x180e, 0xe0101].map(
    (code): [string, string, string] => [
      `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      `김${String.fromCodePoint(code)}하늘${String.fromCodePoint(code)}`,
      '김하늘',
    ],
  ),
  ['a blank Braille pattern', '\u2800김하늘', '김하늘'],
  ['full-width letters', 'ＺＨＡＮＧ　ｗｅｉ', 'ZHANG\u3000wei'],
  ['full-width punctuation', 'Ｏ＇ＢＲＩＥＮ－ＳＭＩＴＨ', "O'BRIEN-SMITH"],
  ...[..."'`´‘’‛′ʹʻʼʽˈ՚ꞌ\u0374\u1fef\u1ffd"].map((mark): [string, string, string] => [
    `the apostrophe U+${mark.charCodeAt(0).toString(16)}`,
    `O${mark}BRIEN`,
    "O'BRIEN",
  ]),
  ['diacritics', 'NGUYE\u0302\u0303N', 'NGUYỄN'],
];

/** Names with characters that no name has. */
const unusable = ['a\u0000b', 'a\u001bb', '김\ufff9하늘', '김\ue000', '김\u0378'];

const secret = '0123456789abcdef'.repeat(4);
const fields = { gender: 'F', birthdate: '900101', foreign: 'L', telcoCd: 'S' };
const approved = (name: string) => ({ status: 'approved', identity: { phoneNo: '01000000001', name } });

const json = new Headers({ 'Content-Type': 'application/json' });

type Read = (sent: string) => unknown;

/** Every place at which a name enters, by the source file that reads it. */
const entrances: Record<string, Read> = {
  'workers/service/sign-in/entries/sign-in-form.ts': (sent) =>
    readForm(new Parameters(new URLSearchParams({ name: sent }))).typed.name,
  'workers/core/carrier/read-answers.ts': (sent) => {
    const { answer } = readOutcome(approved(sent));
    return answer?.status === 'approved' && answer.identity.name;
  },
  // The kit reports a difference between a carrier's answer and what the service reads.
  'packages/plid-kits/carrier-kit/expect-answers.ts': (sent) => {
    const { value } = expectOutcome({ status: 200, json: approved(sent), headers: json, text: '' });
    return value.status === 'approved' && value.identity.name;
  },
  'packages/plid-kits/command/carrier-options.ts': async (sent) => {
    const given = { url: 'https://carrier.example', customer: `${sent},01000000001,S`, phone: 'true' };
    const { customer } = await readCarrierOptions(given, { env: { PLID_CARRIER_TOKEN: 't' } } as never);
    return customer.name;
  },
  'packages/plid/fields/read-record.ts': async (sent) =>
    (await readUserRecord({ plid: 'p', name: await encryptField(sent, secret) }, secret)).name,
  'sandbox/subscriber.ts': (sent) =>
    v.parse(subscriberSchema, { ...fields, phoneNo: '01000000001', name: sent }).name,
};

/** The source files that read names. */
const readers = globSync('{workers,packages,sandbox,admin}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/test/**', '**/dist/**'],
})
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('/protocol/personal-name.ts'))
  .sort();

test('every entrance of a name is tried here', () => {
  expect(readers).toEqual(Object.keys(entrances).sort());
  expect(readers).toHaveLength(6);
});

describe.each(Object.entries(entrances))('a name that enters at %s', (_, read) => {
  test.each(names)('with %s', async (__, sent, expected) => {
    expect(await read(sent)).toBe(expected);
  });
});

test.each(names)('is read the same when it is read again: %s', (_, sent) => {
  expect(readName(readName(sent))).toBe(readName(sent));
});

describe('characters that no name has', () => {
  test.each(unusable)('%j: refused where it is typed, dropped where it is reported', async (name) => {
    expect(hasUnusableCharacters(readName(name))).toBe(true);
    expect(readForm(new Parameters(new URLSearchParams({ name })))).toMatchObject({
      faults: { name: 'characters' },
    });
    expect(v.is(subscriberSchema, { ...fields, phoneNo: '01000000001', name })).toBe(false);
  });

  test.each(['\u200b', ' \u3164 ', '\u2800'])('%j is a missing name', async (name) => {
    expect(readForm(new Parameters(new URLSearchParams({ name })))).toMatchObject({
      faults: { name: 'missing' },
    });
    expect(readOutcome(approved(name))).toMatchObject({ foreign: ['name'] });
    const dropped: unknown[] = [];
    const record = { plid: 'p', name: await encryptField(name, secret) };
    expect(await readUserRecord(record, secret, (fault) => dropped.push(fault))).not.toHaveProperty('name');
    expect(dropped).toEqual([expect.any(FieldError)]);
  });
});

describe('a sign-in with a typed name', () => {
  const world = useWorld({ half: 'service' });
  const begin = () => new BrowserSession(world);

  test.each(names)('with %s', async (_, sent, read) => {
    const person = await newSubscriber(world);
    await changeSubscriber(world, person.phoneNo, { name: read });
    const browser = begin();
    const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
    const end = await browser.submit(form, { ...person, name: sent });
    expect([200, 302, 303], end.text).toContain(end.status);
    expect(end.url.pathname).not.toBe('/oauth2/authorize/sign-in');
  });

  test("the account page's own sign-in reads it, too", async () => {
    const person = await newSubscriber(world);
    await changeSubscriber(world, person.phoneNo, { name: "O'BRIEN ZHANG" });
    const end = await signInToAccount(begin(), world, { ...person, name: '\u200bＯ’ＢＲＩＥＮ ＺＨＡＮＧ' });
    expect(end.url.pathname, end.text).toBe('/account');
  });

  test.each([
    ['en', 'The name contains characters that a name can’t have.'],
    ['ko', '이름에 쓸 수 없는 문자가 있습니다.'],
  ])('a character that no name has gets its own message in %s', async (language, message) => {
    const browser = new BrowserSession(world, { headers: { 'Accept-Language': language } });
    const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
    const person = await newSubscriber(world);
    const refused = await browser.submit(form, { ...person, name: '김\ue000하늘' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(message);
  });
});

test('the sandbox compares names as it reads them', () => {
  for (const [, sent, read] of names) {
    expect(matchesTypedName({ name: read }, sent), read).toBe(true);
    expect(matchesTypedName({ name: sent }, read), read).toBe(true);
  }
});
