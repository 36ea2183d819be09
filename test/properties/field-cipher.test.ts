import { spawnSync } from 'node:child_process';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decryptField, encryptField } from '../../packages/plid/fields/cipher.ts';
import { FieldError } from '../../packages/plid/fields/field-error.ts';
import { anyText, nastyText } from './arbitraries.ts';

const secrets = fc.stringMatching(/^[!-~]{16,64}$/);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** §2.2 with another implementation. */
const keyOf = (secret: string) => Buffer.from(secret.slice(0, 16));
function nodeEncrypts(text: string | Uint8Array, secret: string): string {
  const cipher = createCipheriv('aes-128-cbc', keyOf(secret), keyOf(secret));
  return Buffer.concat([cipher.update(Buffer.from(text)), cipher.final()]).toString('base64');
}
function nodeDecrypts(base64: string, secret: string): Buffer {
  const cipher = createDecipheriv('aes-128-cbc', keyOf(secret), keyOf(secret));
  return Buffer.concat([cipher.update(base64, 'base64'), cipher.final()]);
}
function opensslEncrypts(text: string, secret: string): string {
  const key = keyOf(secret).toString('hex');
  const words = ['enc', '-aes-128-cbc', '-base64', '-A', '-K', key, '-iv', key];
  return String(spawnSync('openssl', words, { input: text }).stdout);
}

describe('an encrypted field', () => {
  test("equals Node's, and each decrypts the other's", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, secrets, async (text, secret) => {
        const encrypted = await encryptField(text, secret);
        expect(encrypted).toBe(nodeEncrypts(text, secret));
        expect(nodeDecrypts(encrypted, secret).toString()).toBe(text);
        expect(await decryptField(encrypted, secret)).toBe(text);
      }),
    );
  });

  test.runIf(hasOpenssl)("equals openssl's", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, secrets, async (text, secret) => {
        expect(await encryptField(text, secret)).toBe(opensslEncrypts(text, secret));
      }),
      { numRuns: 25 },
    );
  });

  test('depends on exactly the first 16 characters of the secret', async () => {
    const index = fc.nat({ max: 15 });
    await fc.assert(
      fc.asyncProperty(anyText, secrets, index, anyText, async (text, secret, at, end) => {
        const encrypted = await encryptField(text, secret);
        expect(await encryptField(text, secret.slice(0, 16) + end)).toBe(encrypted);
        const other = `${secret.slice(0, at)}${secret[at] === 'a' ? 'b' : 'a'}${secret.slice(at + 1)}`;
        expect(await encryptField(text, other)).not.toBe(encrypted);
      }),
    );
  });

  test('decrypts to a string or one error without its content, for any input', async () => {
    const valid = await encryptField('김하나', '0123456789abcdef');
    const sent = fc.oneof(
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => nodeEncrypts(bytes, '0123456789abcdef')),
      nastyText(valid, 'AAAA', '=', '==', '-', '_', ' ', '\n', '/', '+', '가'),
    );
    await fc.assert(
      fc.asyncProperty(sent, async (text) => {
        const result = await decryptField(text, '0123456789abcdef').catch((failure: unknown) => failure);
        // The exact bytes: bytes that aren't UTF-8 must not be accepted as text.
        if (typeof result === 'string')
          expect(Buffer.from(result)).toEqual(nodeDecrypts(text, '0123456789abcdef'));
        else {
          expect(result).toBeInstanceOf(FieldError);
          expect(String(result)).toBe('FieldError: field could not be decrypted');
        }
      }),
      { numRuns: 500 },
    );
  });
});
