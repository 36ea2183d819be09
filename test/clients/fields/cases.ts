import { createCipheriv } from 'node:crypto';
import { encryptField } from '../../support/requests/service-requests.ts';
import type { Answer, Answers } from './answers.ts';

/** One answer of the service, and what a developer's reader of it has to return. */
export interface Case {
  what: string;
  answer: Answer;
  client_secret: string;
  /** Without it the answer has to be refused. */
  user?: Record<string, string>;
}

/** Everything that every reader of a user record is tried with. @param full what the first answer says, in the clear. */
export function casesOf(answers: Answers, full: Record<string, string>): Case[] {
  const { client_secret } = answers;
  return [...readable(answers, full), ...refused(answers)].map((one) => ({ client_secret, ...one }));
}

type Described = Omit<Case, 'client_secret'> & { client_secret?: string };

function readable({ full: answer, automatic, client_secret }: Answers, full: Case['user']): Described[] {
  const { plid = '', ...others } = full ?? {};
  const alone = { plid, autoLoginYn: 'Y', autoStatusCheck: 'N' };
  const encrypted = (text: string) => encryptField(text, client_secret);
  /** @param changes `undefined` leaves a field out. @param read what they make of the result. */
  const spelled = (what: string, changes: object, read: object = {}): Described => {
    const user = Object.entries({ ...full, ...read }).filter(([, value]) => value !== undefined);
    return { what, answer: withUser(answer, changes), user: Object.fromEntries(user) };
  };
  const phone = (written: string, phoneNo: string | undefined) =>
    spelled(`the phone number ${written}`, { phoneNo: encrypted(written) }, { phoneNo });
  const gone = Object.fromEntries(Object.keys(others).map((name) => [name, undefined]));
  const none = { plid, autoLoginYn: 'N', autoStatusCheck: 'N' };
  return [
    spelled('a full sign-in', {}),
    ...Object.entries(automatic).map(([how, answer]) => ({
      what: `an automatic login ${how}`,
      answer,
      user: alone,
    })),
    { what: 'no field but the plid', answer: withUser(answer, gone), user: none },
    { what: 'every field null', answer: withUser(answer, nullOf(gone)), user: none },
    { what: 'error null', answer: { ...answer, error: null as never }, user: full as Record<string, string> },
    spelled('agegroup as a number', { agegroup: 30 }, { agegroup: '30' }),
    spelled('agegroup 0', { agegroup: 0 }, { agegroup: '0' }),
    spelled('a name of one block', { name: encrypted('가나다라마ab') }, { name: '가나다라마ab' }),
    spelled('a name with signs', { name: encrypted('O\'Neil-김 \\"') }, { name: 'O\'Neil-김 \\"' }),
    phone('010-1234-5678', '01012345678'),
    phone('+82 10-1234-5678', '01012345678'),
    phone('+82 (0)10 1234.5678', '01012345678'),
    phone('1012345678', '01012345678'),
    phone('02-123-4567', undefined),
  ];
}

function refused({ full: answer, automatic, client_secret }: Answers): Described[] {
  const name = String(answer.user.name);
  const bytes = Buffer.from(name, 'base64');
  const changed = (what: string, changes: object): Described => ({ what, answer: withUser(answer, changes) });
  const field = (what: string, sent: string) => changed(`a name ${what}`, { name: sent });
  const flipped = Buffer.from(bytes);
  flipped[0] = Number(flipped[0]) ^ 1;
  const replayed = Buffer.concat([bytes, Buffer.alloc(16), bytes]);
  return [
    { what: 'a refusal', answer: { ...answer, code: '9999' } },
    { what: 'no user', answer: { ...answer, user: undefined as never } },
    changed('no plid', { plid: undefined }),
    changed('an empty plid', { plid: '' }),
    { what: 'another secret', answer, client_secret: client_secret.split('').reverse().join('') },
    { what: 'another secret', answer: withUser(answer, onlyName(answer)), client_secret: 'f'.repeat(64) },
    field('with a bit flipped', flipped.toString('base64')),
    field('cut short', bytes.subarray(0, -1).toString('base64')),
    field('of a block too many', replayed.toString('base64')),
    field('in the clear', '홍길동'),
    field('that is no Base64', `${name.slice(0, -4)}****`),
    field('with a sign too many', `${name.slice(0, 8)}*${name.slice(8)}`),
    field('whose padding does not agree', withoutPadding('abcdefghijklm\x01\x02\x03', client_secret)),
    field('whose padding is longer than a block', withoutPadding('abcdefghijklmno\x11', client_secret)),
    field('in Base64url', withPlus(client_secret).replaceAll('+', '-').replaceAll('/', '_')),
    field('whose + became a space', withPlus(client_secret).replaceAll('+', ' ')),
    field('that is no UTF-8', encryptField(Buffer.from([0xec, 0x20, 0x20]), client_secret)),
    field('with a control character', encryptField('홍\n길동', client_secret)),
    field('that ends in a line', encryptField('홍길동\n', client_secret)),
    changed('a phone number that is none', { phoneNo: encryptField('unknown', client_secret) }),
    changed('a birthday of 5 digits', { birthday: encryptField('03151', client_secret) }),
    changed('a birthday that ends in a line', { birthday: encryptField('0315\n', client_secret) }),
    changed('digits of another script', { birthday: encryptField('٠٣١٥', client_secret) }),
    changed('another gender', { gender: 'X' }),
    changed('a gender that ends in a line', { gender: 'M\n' }),
    changed('another age band', { agegroup: 35 }),
    changed('an encrypted age band', { agegroup: encryptField('35', client_secret) }),
    ...Object.values(automatic).map((answer) => ({
      what: 'an automatic login without plid',
      answer: withUser(answer, { plid: null }),
    })),
  ];
}

const withUser = (answer: Answer, changes: object): Answer => ({
  ...answer,
  user: Object.fromEntries(
    Object.entries({ ...answer.user, ...changes }).filter(([, value]) => value !== undefined),
  ),
});

const nullOf = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
const onlyName = ({ user }: Answer) =>
  Object.fromEntries(
    Object.keys(user).map((key) => [key, ['plid', 'name'].includes(key) ? user[key] : undefined]),
  );

/** An encrypted name that holds a `+`, which ends up as a space where a form is decoded once too often. */
function withPlus(client_secret: string): string {
  for (let number = 0; ; number += 1) {
    const sent = encryptField(`홍길동${number}`, client_secret);
    if (sent.includes('+')) return sent;
  }
}

/** A whole block, encrypted as it is. */
function withoutPadding(block: string, client_secret: string): string {
  const key = client_secret.slice(0, 16);
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64');
}
