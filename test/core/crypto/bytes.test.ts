import { describe, expect, test } from 'vitest';
import {
  equalInConstantTime,
  equalSecrets,
  fromBase64,
  fromBase64url,
  sha256Base64url,
  toBase64,
  toBase64url,
  toHex,
  utf8,
} from '../../../workers/core/crypto/bytes.ts';

describe('two byte strings are equal', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7);

  test('if all bytes are equal, or both are empty', () => {
    expect(equalInConstantTime(bytes, bytes.slice())).toBe(true);
    expect(equalInConstantTime(new Uint8Array(), new Uint8Array())).toBe(true);
  });

  test.each([...bytes.keys()])('not if byte %i differs, in any bit', (index) => {
    for (let bit = 0; bit < 8; bit += 1) {
      const other = bytes.slice();
      other[index] = (other[index] ?? 0) ^ (1 << bit);
      expect(equalInConstantTime(bytes, other)).toBe(false);
      expect(equalInConstantTime(other, bytes)).toBe(false);
    }
  });

  test('not if one is the start, the end, or none of the other', () => {
    for (const other of [bytes.slice(0, -1), bytes.slice(1), new Uint8Array()]) {
      expect(equalInConstantTime(bytes, other)).toBe(false);
      expect(equalInConstantTime(other, bytes)).toBe(false);
    }
  });

  test('not if one continues with zeros', () => {
    expect(equalInConstantTime(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  });
});

describe('two secrets are equal', () => {
  test('only letter for letter', async () => {
    expect(await equalSecrets('한 secret', '한 secret')).toBe(true);
    for (const other of ['', '한', '한 secre', '한 secret ', '한 secreT', '글 secret'])
      expect(await equalSecrets('한 secret', other)).toBe(false);
  });
});

describe('encodings of bytes', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);

  test("match Node's", async () => {
    const buffer = Buffer.from(all);
    expect(toBase64(all)).toBe(buffer.toString('base64'));
    expect(toBase64url(all)).toBe(buffer.toString('base64url'));
    expect(toHex(all)).toBe(buffer.toString('hex'));
    expect(utf8('한')).toEqual(Uint8Array.of(0xed, 0x95, 0x9c));
    // The verifier and challenge of RFC 7636, appendix B.
    expect(await sha256Base64url('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test('in Base64 are decoded, and nothing else is', () => {
    expect(fromBase64(toBase64(all))).toEqual(all);
    for (const text of ['YQ', 'YQ=', 'YR==', 'Y Q==', 'YQ==\n', ' YWJj', '_-_-', 'YWJj=ZGVm', '한글']) {
      expect(fromBase64(text)).toBeUndefined();
    }
  });

  test('in Base64url are decoded, and nothing else is', () => {
    expect(fromBase64url(toBase64url(all))).toEqual(all);
    expect(fromBase64url('')).toEqual(new Uint8Array());
    for (const text of ['Y', 'YQ==', 'YR', 'Y Q', 'YQ\n', ' YWJj', 'YWJj ', '+/+/', 'YWJj=', '한글']) {
      expect(fromBase64url(text)).toBeUndefined();
    }
  });

  test('of a view exclude the other bytes', () => {
    const [part, buffer] = [all.subarray(7, 99), Buffer.from(all).subarray(7, 99)];
    expect([toBase64(part), toBase64url(part), toHex(part)]).toEqual([
      buffer.toString('base64'),
      buffer.toString('base64url'),
      buffer.toString('hex'),
    ]);
  });
});
