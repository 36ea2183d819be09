import { createCipheriv } from 'node:crypto';
import { encryptField } from '../../../test/support/requests/service-requests.ts';
import { encryptedAttributes } from '../../../workers/core/protocol/user-record.ts';
import type { Answer, Answers } from './answers.ts';

/** One answer of the service, and the result that a developer's reader must return. */
export interface Case {
  what: string;
  answer: Answer;
  client_secret: string;
  /** The user; without one the reader has to refuse the answer. */
  user?: Record<string, string>;
}

/** Every case for the readers of a user record. @param full the record of the first answer, in the clear. */
export function casesOf(answers: Answers, full: Record<string, string>): Case[] {
  const { client_secret } = answers;
  const all = [...readable(answers, full), ...leftOut(answers, full), ...refused(answers)];
  return all.map((one) => ({ client_secret, ...one }));
}

type Described = Omit<Case, 'client_secret'> & { client_secret?: string };

function readable({ full: answer, automatic, client_secret }: Answers, full: Case['user']): Described[] {
  const { plid = '', ...others } = full ?? {};
  const alone = { plid, autoLoginYn: 'Y', autoStatusCheck: 'N' };
  const encrypted = (text: string) => encryptField(text, client_secret);
  /** @param changes changed fields; `undefined` leaves one out. @param read the differences that they make to the result. */
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
    { what: 'only the plid', answer: withUser(answer, gone), user: none },
    { what: 'every field null', answer: withUser(answer, nullOf(gone)), user: none },
    { what: 'error null', answer: { ...answer, error: null as never }, user: full as Record<string, string> },
    spelled('agegroup as a number', { agegroup: 30 }, { agegroup: '30' }),
    spelled('agegroup 0', { agegroup: 0 }, { agegroup: '0' }),
    spelled('a name of one block', { name: encrypted('가나다라마ab') }, { name: '가나다라마ab' }),
    spelled('a name with signs', { name: encrypted('O\'Neil-김 \\"') }, { name: 'O\'Neil-김 \\"' }),
    spelled('a name that ends in a line', { name: encrypted('홍길동\n') }, { name: '홍길동' }),
    ...Object.entries(otherBase64).map(([how, write]) =>
      spelled(`a name in Base64 ${how}`, { name: write(encrypted(longName)) }, { name: longName }),
    ),
    phone('010-1234-5678', '01012345678'),
    phone('+82 10-1234-5678', '01012345678'),
    phone('+82 (0)10 1234.5678', '01012345678'),
    phone('1012345678', '01012345678'),
    phone('02-123-4567', undefined),
  ];
}

/** Records with an attribute in a wrong format. They are read without it, so that one wrong value does not lock the user out. */
function leftOut({ full: answer, client_secret }: Answers, full: Record<string, string>): Described[] {
  const encrypted = (value: string | Buffer) => encryptField(value, client_secret);
  const without = (names: string[]) => {
    const user = Object.entries(full).filter(([name]) => !names.includes(name));
    return Object.fromEntries(user);
  };
  const changed = (what: string, name: string, sent: unknown): Described => ({
    what,
    answer: withUser(answer, { [name]: sent }),
    user: without([name]),
  });
  const name = (what: string, sent: unknown) => changed(`a name ${what}`, 'name', sent);
  const bytes = Buffer.from(String(answer.user.name), 'base64');
  const flipped = Buffer.from(bytes);
  flipped[0] = Number(flipped[0]) ^ 1;
  const replayed = Buffer.concat([bytes, Buffer.alloc(16), bytes]);
  const base64 = String(answer.user.name);
  return [
    {
      what: 'another secret',
      answer,
      client_secret: 'f'.repeat(64),
      user: without([...encryptedAttributes]),
    },
    name('with a bit flipped', flipped.toString('base64')),
    name('cut short', bytes.subarray(0, -1).toString('base64')),
    name('of a block too many', replayed.toString('base64')),
    name('in the clear', '홍길동'),
    name('that is not Base64', `${base64.slice(0, -4)}****`),
    name('with a sign too many', `${base64.slice(0, 8)}*${base64.slice(8)}`),
    name('whose padding does not agree', withoutPadding('abcdefghijklm\x01\x02\x03', client_secret)),
    name('whose padding is longer than a block', withoutPadding('abcdefghijklmno\x11', client_secret)),
    name('in Base64url', withPlus(client_secret).replaceAll('+', '-').replaceAll('/', '_')),
    name('whose + became a space', withPlus(client_secret).replaceAll('+', ' ')),
    name(
      'whose + became a space, without padding',
      withPlus(client_secret).replace(/=+$/, '').replaceAll('+', ' '),
    ),
    name('in Base64 with an inner =', `${base64.slice(0, 4)}=${base64.slice(4)}`),
    name('that is not UTF-8', encrypted(Buffer.from([0xec, 0x20, 0x20]))),
    name('with a control character', encrypted('홍\n길동')),
    changed('a phone number without digits', 'phoneNo', encrypted('unknown')),
    changed('a birthday of 5 digits', 'birthday', encrypted('03151')),
    changed('a birthday that ends in a line', 'birthday', encrypted('0315\n')),
    changed('digits of another script', 'birthday', encrypted('٠٣١٥')),
    changed('another gender', 'gender', 'X'),
    changed('a gender that ends in a line', 'gender', 'M\n'),
    changed('another age band', 'agegroup', 35),
    changed('an encrypted age band', 'agegroup', encrypted('35')),
  ];
}

function refused({ full: answer, automatic }: Answers): Described[] {
  const changed = (what: string, changes: object): Described => ({ what, answer: withUser(answer, changes) });
  return [
    { what: 'a refusal', answer: { ...answer, code: '9999' } },
    { what: 'no user', answer: { ...answer, user: undefined as never } },
    changed('no plid', { plid: undefined }),
    changed('an empty plid', { plid: '' }),
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

/** A name whose Base64 has 88 characters, with padding. */
const longName = 'KIM HANA '.repeat(6).trim();

/** The same Base64, as other encoders write it. */
const otherBase64: Record<string, (base64: string) => string> = {
  'with a line break after each 76 characters': (base64) => base64.replaceAll(/.{76}/g, '$&\r\n'),
  'with a line break after each 64 characters': (base64) => base64.replaceAll(/.{64}/g, '$&\n'),
  'with a line break at its end': (base64) => `${base64}\n`,
  'with spaces and tabs': (base64) => `\t${base64.slice(0, 9)} ${base64.slice(9)} `,
  'without padding': (base64) => base64.replace(/=+$/, ''),
};

/** An encrypted name that holds a `+`, which one decoding of the form too many turns into a space. */
function withPlus(client_secret: string): string {
  for (let number = 0; ; number += 1) {
    const sent = encryptField(`홍길동${number}`, client_secret);
    if (sent.includes('+')) return sent;
  }
}

/** A whole block, encrypted without padding. */
function withoutPadding(block: string, client_secret: string): string {
  const key = client_secret.slice(0, 16);
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64');
}
