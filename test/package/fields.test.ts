import { describe, expect, test } from 'vitest';
import {
  decryptField,
  encryptField,
  FieldError,
  isAutomaticLogin,
  readUserAnswer,
  readUserRecord,
  withoutEmpty,
} from '../../package/fields/index.ts';
import { encrypt, person, userAnswer } from '../support/doubles/service-stand-in.ts';
import { gatewaySecrets } from '../support/world/test-settings.ts';

const secret = gatewaySecrets.CLIENT_SECRET;
/** A record as it travels, with changes that are put in as they are. */
const recordWith = async (changes: Record<string, unknown> = {}) =>
  ((await userAnswer(person, changes)).body as { user: Record<string, unknown> }).user;
const readWith = async (changes: Record<string, unknown>) =>
  readUserRecord(await recordWith(changes), secret);

describe('a field (§2.2)', () => {
  test('is decrypted with the first 16 characters of the client secret', async () => {
    expect(await decryptField('zOcXILdrCgBnUvVx5ARotw==', '0123456789abcdef and more')).toBe('김하나');
    expect(await encryptField('', '0123456789abcdef')).toBe('7Uf+4FRcP6fdBw1EuG6Y2Q==');
  });

  test('of another client secret is an error that holds nothing of it', async () => {
    const failure = await decryptField(await encryptField('김하나', secret), 'f'.repeat(64)).catch(String);
    expect(failure).toBe('FieldError: field does not decrypt');
  });

  test.each(['short', '한글은 한 글자가 세 바이트입니다 정말'])(
    'has no key in the secret %j',
    async (wrong) => {
      await expect(encryptField('a', wrong)).rejects.toThrow('16 ASCII characters');
    },
  );
});

describe('a user record (§2.1)', async () => {
  test('is read in the clear', async () => {
    expect(await readWith({})).toEqual({ ...person, autoLoginYn: 'N', autoStatusCheck: 'N' });
  });

  const encryptedEmpty = await encrypt('');
  test.each([
    { what: 'null', sent: { gender: null }, read: { gender: '' } },
    { what: 'an empty text', sent: { name: '' }, read: { name: '' } },
    { what: 'an encrypted empty text', sent: { name: encryptedEmpty }, read: { name: '' } },
    { what: 'digits as a name', sent: { name: await encrypt('1234567890') }, read: { name: '1234567890' } },
    {
      what: 'an age band whose empty value is encrypted',
      sent: { agegroup: encryptedEmpty },
      read: { agegroup: '' },
    },
    { what: 'an age band as a number', sent: { agegroup: 30 }, read: { agegroup: '30' } },
    {
      what: 'an age band that is encrypted',
      sent: { agegroup: await encrypt('40') },
      read: { agegroup: '40' },
    },
    {
      what: 'a number with hyphens',
      sent: { phoneNo: await encrypt('010-5555-0001') },
      read: { phoneNo: '01055550001' },
    },
    {
      what: 'a number with +82',
      sent: { phoneNo: await encrypt('+82 10 5555 0001') },
      read: { phoneNo: '01055550001' },
    },
    {
      what: 'no flags',
      sent: { autoLoginYn: undefined, autoStatusCheck: null },
      read: { autoLoginYn: 'N', autoStatusCheck: 'N' },
    },
  ])('may have $what', async ({ sent, read }) => {
    expect(await readWith(sent)).toMatchObject(read);
  });

  test('leaves out what was not sent', async () => {
    const { name: _, ...sent } = await recordWith();
    expect(await readUserRecord(sent, secret)).not.toHaveProperty('name');
  });

  test.each([
    '01055550001',
    '1055550001',
    '821055550001',
    '8201055550001',
    '00821055550001',
    '(010) 5555.0001',
  ])('has the mobile number that is written %s', async (written) => {
    expect(await readWith({ phoneNo: await encrypt(written) })).toMatchObject({ phoneNo: '01055550001' });
  });

  test.each(['02-555-0001', '0821055550001', '+1 055 550 001', '821055550001234', '105555000123'])(
    'leaves out the number %s, which is no mobile number of Korea',
    async (written) => {
      expect(await readWith({ phoneNo: await encrypt(written) })).not.toHaveProperty('phoneNo');
    },
  );

  test.each([
    { field: 'plid', sent: { plid: '' }, fault: 'is missing or malformed' },
    { field: 'plid', sent: { plid: 'p'.repeat(129) }, fault: 'is missing or malformed' },
    { field: 'phoneNo', sent: { phoneNo: await encrypt('0105-5551') }, fault: 'has not the format of §2.1' },
    {
      field: 'phoneNo',
      sent: { phoneNo: await encrypt('x01055550001') },
      fault: 'has not the format of §2.1',
    },
    {
      field: 'phoneNo',
      sent: { phoneNo: await encrypt('01055550001x') },
      fault: 'has not the format of §2.1',
    },
    { field: 'ci', sent: { ci: 'AAAA' }, fault: 'does not decrypt' },
    { field: 'ci', sent: { ci: 'A'.repeat(4_096) }, fault: 'does not decrypt' },
    { field: 'ci', sent: { ci: 'A'.repeat(4_097) }, fault: 'is no text, or too long' },
    { field: 'birthday', sent: { birthday: await encrypt('1341') }, fault: 'has not the format of §2.1' },
    { field: 'gender', sent: { gender: 'X' }, fault: 'has not the format of §2.1' },
    { field: 'autoLoginYn', sent: { autoLoginYn: 'yes' }, fault: 'is neither Y nor N' },
    { field: 'name', sent: { name: 7 }, fault: 'is no text, or too long' },
    { field: 'agegroup', sent: { agegroup: true }, fault: 'is no text, or too long' },
    { field: 'telcoCd', sent: { telcoCd: ['S'] }, fault: 'is no text, or too long' },
  ])('with another $field is an error that names it, and $fault', async ({ field, sent, fault }) => {
    const failure = await readWith(sent).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FieldError);
    expect(failure).toMatchObject({ field, message: `${field} ${fault}` });
    for (const value of [person.plid, person.ci, person.name, person.phoneNo, person.birthdate])
      expect(String(failure)).not.toContain(value);
  });

  test('of an automatic login has no attributes, and says so', async () => {
    const empty = Object.fromEntries(Object.keys(person).map((name) => [name, '']));
    const { plid } = person;
    const read = await readUserRecord({ ...empty, plid, autoLoginYn: 'Y', autoStatusCheck: 'N' }, secret);
    expect(isAutomaticLogin(read)).toBe(true);
    expect(withoutEmpty(read)).toEqual({ plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
    expect(isAutomaticLogin({ autoLoginYn: 'Y', autoStatusCheck: 'Y' })).toBe(false);
  });
});

describe('a user answer (§2.4)', async () => {
  const answer = (await userAnswer()).body as object;

  test.each(['success', 'SUCCESS', '', null, undefined])('is a success with the error %j', async (error) => {
    const read = await readUserAnswer({ ...answer, error }, secret);
    expect(read).toMatchObject({ code: '0000', error: error ?? '', user: { name: person.name } });
  });

  test.each([
    { field: 'code', body: null, fault: 'is missing' },
    { field: 'code', body: { ...answer, code: '9999' }, fault: 'is not 0000' },
    { field: 'error', body: { ...answer, error: 1 }, fault: 'is no text' },
    { field: 'message', body: { ...answer, message: 1 }, fault: 'is no text' },
    { field: 'user', body: { ...answer, user: undefined }, fault: 'is no object' },
  ])('without a right $field is an error', async ({ field, body, fault }) => {
    const message = `${field} ${fault}`;
    await expect(readUserAnswer(body, secret)).rejects.toMatchObject({ name: 'FieldError', field, message });
  });
});
