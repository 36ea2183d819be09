import { describe, expect, test } from 'vitest';
import { Masks } from '../../../packages/plid-kits/test-suite/mask-secrets.ts';

const maskedBy = (values: (string | null | undefined)[], text: string): string => {
  const masks = new Masks();
  masks.add(...values);
  return masks.mask(text);
};

describe('a report about a program', () => {
  test.each([
    ['a value', ['김하나'], 'name 김하나 was sent', 'name … was sent'],
    ['its URL-encoded value', ['김하나'], '?name=%EA%B9%80%ED%95%98%EB%82%98', '?name=…'],
    ['a value that contains another one', ['abcd', 'abcdefgh'], 'abcdefgh abcd', '… …'],
    ['a name with two Korean letters', ['김하'], '김하', '…'],
  ])('masks %s', (_, values, text, masked) => {
    expect(maskedBy(values, text)).toBe(masked);
  });

  test('leaves values that texts contain by chance, and missing ones', () => {
    expect(maskedBy(['S', 'ok', '200', '', null, undefined], 'status 200 ok of S')).toBe(
      'status 200 ok of S',
    );
  });

  test.each([
    'access_token',
    'id_token',
    'logout_token',
    'client_secret',
    'plid',
    'state',
    'ci',
    'name',
    'phoneNo',
  ])('masks any value of the field %s, also one that is cut off', (name) => {
    expect(maskedBy([], `{"${name}":"a \\"b\\"","code":"0000"}`)).toBe(`{"${name}":"…","code":"0000"}`);
    expect(maskedBy([], `{"${name}": 12345`)).toBe(`{"${name}": "…"`);
    expect(maskedBy([], `{"${name}":"cut o`)).toBe(`{"${name}":"…"`);
  });

  test('masks every token of a response, whatever its name begins with', () => {
    const masks = new Masks();
    masks.addTokens({
      access_token: 'first-token',
      id_token: 'second-token',
      scope: 'openid',
      expires_in: 7,
    });
    expect(masks.mask('first-token second-token openid')).toBe('… … openid');
  });

  test('cuts a value that may be an unknown secret, and a long text', () => {
    expect(maskedBy([], `x ${'a1b2c3d4e5'.repeat(3)} y`)).toBe('x a1b2c3d4e… y');
    expect(maskedBy([], 'word '.repeat(100))).toBe(`${'word '.repeat(60)}…`);
  });
});
