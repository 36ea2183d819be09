import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKey, encryptionKeyAlgorithm } from '../../../workers/core/crypto/derive-key.ts';

const bytes = new Uint8Array(32).fill(7);
const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };

test('a key is derived with HKDF-SHA-256 from its bytes and purpose, as for stored data', async () => {
  const key = await deriveKey(bytes, 'web session', hmac, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('a text'));
  const expected = Buffer.from(hkdfSync('sha256', bytes, '', 'plid web session', 32));
  expect(Buffer.from(signed)).toEqual(createHmac('sha256', expected).update('a text').digest());
});

test('a key for encryption is AES-256-GCM, and cannot be exported', async () => {
  const key = await deriveKey(bytes, 'web session', encryptionKeyAlgorithm, ['encrypt', 'decrypt']);
  expect(key).toMatchObject({ algorithm: { name: 'AES-GCM', length: 256 }, extractable: false });
});
