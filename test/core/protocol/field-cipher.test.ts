import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createFieldCipher,
  FieldCipherError,
  fieldKeyBytes,
} from '../../../workers/core/protocol/field-cipher.ts';

const secret = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const cipher = await createFieldCipher(fieldKeyBytes(secret));

/** §2.2 with node:crypto. */
function encryptWithNode(plaintext: string | Buffer): Buffer {
  const key = Buffer.from(secret.slice(0, 16));
  const reference = createCipheriv('aes-128-cbc', key, key);
  return Buffer.concat([reference.update(plaintext), reference.final()]);
}

describe('§2.2 an encrypted field', () => {
  test('is AES-CBC with PKCS#7 padding in Base64; key and IV are the first 16 characters of the secret', async () => {
    expect(await cipher.encrypt('김하나')).toBe('zOcXILdrCgBnUvVx5ARotw==');
    expect(await cipher.encrypt('01000000001')).toBe('M1CCdYixXdZdGIn8A3AAXA==');
    expect(await cipher.encrypt('')).toBe('7Uf+4FRcP6fdBw1EuG6Y2Q==');
    expect(await cipher.decrypt('zOcXILdrCgBnUvVx5ARotw==')).toBe('김하나');
    expect(await cipher.decrypt('7Uf+4FRcP6fdBw1EuG6Y2Q==')).toBe('');
  });

  test.each([0, 1, 15, 16, 17, 31, 32, 88])('of %i bytes matches node:crypto', async (length) => {
    const text = randomBytes(length)
      .toString('latin1')
      .replaceAll(/[^ -~]/g, 'x');
    const encrypted = encryptWithNode(text).toString('base64');
    expect(await cipher.encrypt(text)).toBe(encrypted);
    expect(await cipher.decrypt(encrypted)).toBe(text);
  });

  test('keeps a byte order mark, a NUL byte, and an emoji', async () => {
    for (const text of ['\ufeffname', 'a\0b', '👩‍💻']) {
      expect(await cipher.decrypt(await cipher.encrypt(text))).toBe(text);
    }
  });

  test('depends only on the first 16 characters of the secret', () => {
    expect(fieldKeyBytes(secret)).toEqual(fieldKeyBytes(secret.slice(0, 16)));
    expect(fieldKeyBytes(secret)).toHaveLength(16);
  });
});

describe('an encrypted field of another encoder', () => {
  /** Its Base64 has 88 characters, with padding. */
  const text = 'A1b2'.repeat(13);
  const base64 = encryptWithNode(text).toString('base64');

  test.each([
    ['breaks lines after 76 characters (RFC 2045)', base64.replaceAll(/.{76}/g, '$&\r\n')],
    ['breaks lines after 64 characters', base64.replaceAll(/.{64}/g, '$&\n')],
    ['ends with a line break', `${base64}\n`],
    ['begins with white space', ` \t\f${base64}`],
    ['has no padding', base64.replace(/=+$/, '')],
    ['has line breaks and no padding', base64.replace(/=+$/, '').replaceAll(/.{76}/g, '$&\r\n')],
  ])('is read if it %s', async (_, sent) => {
    expect(sent).not.toBe(base64);
    expect(await cipher.decrypt(sent)).toBe(text);
  });

  test.each(['with padding', 'without padding'])('%s is refused if every + became a space', async (how) => {
    let tried = 0;
    for (let number = 0; number < 500; number += 1) {
      const sent = await cipher.encrypt(`김하나${number}`);
      const text = how === 'with padding' ? sent : sent.replace(/=+$/, '');
      if (!text.includes('+')) continue;
      tried += 1;
      await expect(cipher.decrypt(text.replaceAll('+', ' '))).rejects.toBeInstanceOf(FieldCipherError);
    }
    expect(tried).toBeGreaterThan(50);
  });
});

describe('an invalid encrypted field', () => {
  const bytes = encryptWithNode('A1b2'.repeat(13));
  const base64 = bytes.toString('base64');
  const [first, last] = [bytes.subarray(0, 16), bytes.subarray(-16)];
  const zeros = Buffer.alloc(16);

  async function expectRefused(text: string) {
    const failure = await cipher.decrypt(text).then(
      (plaintext) => `decrypted to ${plaintext}`,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(FieldCipherError);
    expect(failure).toEqual(new FieldCipherError());
    expect(failure).toHaveProperty('name', 'FieldCipherError');
    expect(failure).not.toHaveProperty('cause');
  }

  test.each([
    ['nothing', ''],
    ['no Base64', '****'],
    ['a plain value', 'F'],
    ['cut by one letter', base64.slice(0, -1)],
    ['cut by a block', bytes.subarray(0, -16).toString('base64')],
    ['cut by a byte', bytes.subarray(0, -1).toString('base64')],
    ['no multiple of 16 bytes', bytes.subarray(0, 24).toString('base64')],
    ['extended by a block of zeros', Buffer.concat([bytes, zeros]).toString('base64')],
    ['C, zeros, C (which would tell the key)', Buffer.concat([first, zeros, first]).toString('base64')],
    [
      'C, zeros, C, and the end as it was',
      Buffer.concat([first, zeros, first, bytes.subarray(48)]).toString('base64'),
    ],
    ['C, zeros, C of the last block', Buffer.concat([last, zeros, last]).toString('base64')],
    ['a block of zeros', zeros.toString('base64')],
    ['cut by a part of its padding', `${base64}=`.replace(/={2,3}$/, '=')],
    ['with more padding', `${base64}=`],
    ['Base64url', bytes.toString('base64url')],
    ['a no-break space in it', `${base64.slice(0, 64)}\u00a0${base64.slice(64)}`],
    ['a vertical tab in it', `${base64.slice(0, 64)}\v${base64.slice(64)}`],
    ['with spare bits set', base64.replace(/.=+$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}${end.slice(1)}`)],
    [
      "the encryption of bytes that aren't UTF-8",
      encryptWithNode(Buffer.from([0xff, 0xfe])).toString('base64'),
    ],
  ])('is rejected without a reason: %s', (_, text) => expectRefused(text));

  /** CBC does not authenticate: padding and UTF-8 reveal every change of this text, but not of every text. */
  test('is rejected with any one bit changed', async () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expectRefused(changed.toString('base64'));
    }
  });

  test('is rejected if it was encrypted with another secret', async () => {
    const other = await createFieldCipher(fieldKeyBytes('f'.repeat(64)));
    await expectRefused(await other.encrypt('01000000001'));
  });
});
