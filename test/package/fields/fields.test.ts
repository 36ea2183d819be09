import { describe, expect, test } from 'vitest';
import {
  decryptField,
  encryptField,
  FieldError,
  isAutomaticLogin,
  readUserAnswer,
  readUserRecord,
  withoutEmpty,
} from '../../../packages/plid/fields/index.ts';
import { encrypt, person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';

const secret = gatewaySecrets.CLIENT_SECRET;
/** A record as it travels. @param changes fields that are put in as they are. */
const recordWith = async (changes: Record<string, unknown> = {}) =>
  ((await userAnswer(person, changes)).body as { user: Record<string, unknown> }).user;
const readWith = async (changes: Record<string, unknown>) =>
  readUserRecord(await recordWith(changes), secret);

describe('an encrypted field (§2.2)', () => {
  test('is decrypted with the first 16 characters of the client secret', async () => {
    expect(await decryptField('zOcXILdrCgBnUvVx5ARotw==', '0123456789abcdef and more')).toBe('김하나');
    expect(await encryptField('', '0123456789abcdef')).toBe('7Uf+4FRcP6fdBw1EuG6Y2Q==');
  });

  test('of another client secret is an error without its content', async () => {
    const failure = await decryptField(await encryptField('김하나', secret), 'f'.repeat(64)).catch(String);
    expect(failure).toBe('FieldError: field could not be decrypted');
  });

  test.each(['short', '한글은 한 글자가 세 바이트입니다 정말'])(
    "can't be decrypted with the secret %j",
    async (wrong) => {
      await expect(encryptField('a', wrong)).rejects.toThrow('16 ASCII characters');
    },
  );
});

test('with a service error is an error without a text of its own', async () => {
  const messageOf = (body: unknown) => readUserAnswer(body, secret).catch(String);
  expect(await messageOf({ error: 'authentication_failed', message: 'no' })).toBe(
    'FieldError: code is missing because the service returned an error: authentication_failed',
  );
  expect(await messageOf({ error: '김 하나' })).toMatch(/unknown_error$/);
  expect(await messageOf({})).toBe('FieldError: code is missing');
});

describe('a user record (§2.1)', async () => {
  test('is decrypted', async () => {
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
  ])('can have $what', async ({ sent, read }) => {
    expect(await readWith(sent)).toMatchObject(read);
  });

  test("omits what wasn't sent", async () => {
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
  ])('reads the mobile number written as %s', async (written) => {
    expect(await readWith({ phoneNo: await encrypt(written) })).toMatchObject({ phoneNo: '01055550001' });
  });

  test.each(['02-555-0001', '0821055550001', '+1 055 550 001', '821055550001234', '105555000123'])(
    "omits %s, which isn't a Korean mobile number",
    async (written) => {
      expect(await readWith({ phoneNo: await encrypt(written) })).not.toHaveProperty('phoneNo');
    },
  );

  test.each<[string, unknown]>([
    ['that is missing', undefined],
    ['that is empty', ''],
    ['that is too long', 'p'.repeat(129)],
    ['of another type', 7],
  ])('with a plid %s is rejected', async (_, plid) => {
    const failure = { name: 'FieldError', field: 'plid', message: 'plid is missing or malformed' };
    await expect(readWith({ plid })).rejects.toMatchObject(failure);
  });
  test.each([null, 'text', 7])('that is %j is rejected', async (record) => {
    await expect(readUserRecord(record, secret)).rejects.toThrow("user isn't an object");
  });

  test.each([
    {
      field: 'phoneNo',
      sent: { phoneNo: await encrypt('0105-5551') },
      fault: 'does not match the format in §2.1',
    },
    {
      field: 'phoneNo',
      sent: { phoneNo: await encrypt('01055550001;1') },
      fault: 'does not match the format in §2.1',
    },
    {
      field: 'phoneNo',
      sent: { phoneNo: await encrypt('0105555x0001') },
      fault: 'does not match the format in §2.1',
    },
    { field: 'ci', sent: { ci: 'AAAA' }, fault: 'could not be decrypted' },
    { field: 'ci', sent: { ci: 'A'.repeat(4_096) }, fault: 'could not be decrypted' },
    { field: 'ci', sent: { ci: 'A'.repeat(4_097) }, fault: "isn't a string, or is too long" },
    {
      field: 'birthday',
      sent: { birthday: await encrypt('1341') },
      fault: 'does not match the format in §2.1',
    },
    { field: 'gender', sent: { gender: 'X' }, fault: 'does not match the format in §2.1' },
    { field: 'name', sent: { name: await encrypt('한\n가람') }, fault: 'does not match the format in §2.1' },
    { field: 'name', sent: { name: 7 }, fault: "isn't a string, or is too long" },
    { field: 'agegroup', sent: { agegroup: true }, fault: "isn't a string, or is too long" },
    { field: 'telcoCd', sent: { telcoCd: ['S'] }, fault: "isn't a string, or is too long" },
    { field: 'telcoCd', sent: { telcoCd: 'A' }, fault: 'does not match the format in §2.1' },
  ])('omits a $field that $fault, and reports it', async ({ field, sent, fault }) => {
    const faults: FieldError[] = [];
    const read = await readUserRecord(await recordWith(sent), secret, (one) => faults.push(one));
    const { [field]: _, ...rest } = { ...person, autoLoginYn: 'N', autoStatusCheck: 'N' } as Record<
      string,
      string
    >;
    expect(read).toEqual(rest);
    expect(faults).toEqual([expect.any(FieldError)]);
    expect(faults[0]).toMatchObject({ field, message: `${field} ${fault}` });
    for (const value of [person.plid, person.ci, person.name, person.phoneNo, person.birthdate])
      expect(String(faults[0])).not.toContain(value);
  });

  test('of another client secret has its plid and plain fields', async () => {
    const names: string[] = [];
    const read = await readUserRecord(await recordWith(), 'f'.repeat(64), ({ field }) => names.push(field));
    const { plid, gender, agegroup, foreign, telcoCd } = person;
    expect(read).toEqual({
      plid,
      gender,
      agegroup,
      foreign,
      telcoCd,
      autoLoginYn: 'N',
      autoStatusCheck: 'N',
    });
    expect(names.sort()).toEqual(['birthdate', 'birthday', 'ci', 'name', 'phoneNo']);
  });

  test('with an invalid secret is rejected', async () => {
    await expect(readUserRecord(await recordWith(), 'short')).rejects.toThrow(TypeError);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['autoLoginYn', { autoLoginYn: 'yes' }, ['autoLoginYn']],
    ['autoStatusCheck', { autoLoginYn: 'Y', autoStatusCheck: 1 }, ['autoStatusCheck']],
    ['flag', { autoLoginYn: true, autoStatusCheck: false }, ['autoLoginYn', 'autoStatusCheck']],
  ])(
    'with another %s is a full sign-in if it has attributes, otherwise an automatic login',
    async (_, sent, told) => {
      const faults: string[] = [];
      const note = ({ field }: FieldError) => faults.push(field);
      const full = await readUserRecord(await recordWith(sent), secret, note);
      expect(full).toMatchObject({ name: person.name, autoLoginYn: 'N', autoStatusCheck: 'N' });
      expect(faults).toEqual(told);
      const empty = await readUserRecord({ plid: person.plid, ci: '', name: null, ...sent }, secret);
      expect(isAutomaticLogin(empty)).toBe(true);
    },
  );

  test('of an automatic login has no attributes, and reports this', async () => {
    const empty = Object.fromEntries(Object.keys(person).map((name) => [name, '']));
    const { plid } = person;
    const read = await readUserRecord({ ...empty, plid, autoLoginYn: 'Y', autoStatusCheck: 'N' }, secret);
    expect(isAutomaticLogin(read)).toBe(true);
    expect(withoutEmpty(read)).toEqual({ plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
    expect(isAutomaticLogin({ autoLoginYn: 'Y', autoStatusCheck: 'Y' })).toBe(false);
  });
});

describe('a user response (§2.4)', async () => {
  const answer = (await userAnswer()).body as object;

  test.each(['success', 'SUCCESS', '', null, undefined])('is a success with the error %j', async (error) => {
    const read = await readUserAnswer({ ...answer, error }, secret);
    expect(read).toMatchObject({ code: '0000', error: error ?? '', user: { name: person.name } });
  });

  test.each([
    { field: 'code', body: null, fault: 'is missing' },
    { field: 'code', body: { ...answer, code: '9999' }, fault: 'is not 0000' },
    { field: 'error', body: { ...answer, error: 1 }, fault: "isn't a string" },
    { field: 'message', body: { ...answer, message: 1 }, fault: "isn't a string" },
    { field: 'user', body: { ...answer, user: undefined }, fault: "isn't an object" },
  ])('without a valid $field is an error', async ({ field, body, fault }) => {
    const message = `${field} ${fault}`;
    await expect(readUserAnswer(body, secret)).rejects.toMatchObject({ name: 'FieldError', field, message });
  });
});
