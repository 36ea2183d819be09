import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codecFor } from '../../../workers/core/crypto/codec.ts';

/** Samples with each byte, and each length modulo 3, which decides on the padding. */
const samples = [0, 1, 2, 3, 255, 256].map((length) =>
  Uint8Array.from({ length }, (_, index) => 255 - index),
);

const isNative = 'fromBase64' in Uint8Array;

/** Node 24 lacks the methods that workerd has, but its engine has them: they are borrowed from a context that starts with this flag. */
function lendMethods(): void {
  setFlagsFromString('--js-base-64');
  const lender = runInNewContext('Uint8Array') as Uint8ArrayConstructor;
  setFlagsFromString('--no-js-base-64');
  const { toBase64, toHex } = lender.prototype;
  Object.assign(Uint8Array, { fromBase64: lender.fromBase64 });
  Object.assign(Uint8Array.prototype, { toBase64, toHex });
}

function takeMethodsBack(): void {
  Reflect.deleteProperty(Uint8Array, 'fromBase64');
  for (const name of ['toBase64', 'toHex']) Reflect.deleteProperty(Uint8Array.prototype, name);
}

beforeAll(() => {
  if (!isNative) lendMethods();
});

afterAll(() => {
  if (!isNative) takeMethodsBack();
});

describe.each([
  ['with the methods of Uint8Array', () => codecFor(Uint8Array)],
  ['without those methods', () => codecFor({})],
])('encoded bytes %s', (_, codec) => {
  test("match Node's", () => {
    for (const bytes of samples) {
      const buffer = Buffer.from(bytes);
      expect(codec().toBase64(bytes)).toBe(buffer.toString('base64'));
      expect(codec().toBase64url(bytes)).toBe(buffer.toString('base64url'));
      expect(codec().toHex(bytes)).toBe(buffer.toString('hex'));
    }
  });

  test('are decoded', () => {
    for (const bytes of samples) {
      const buffer = Buffer.from(bytes);
      expect(Buffer.from(codec().readBase64(buffer.toString('base64')))).toEqual(buffer);
      expect(Buffer.from(codec().readBase64url(buffer.toString('base64url')))).toEqual(buffer);
    }
  });

  test.each(['Y', 'YWJj=ZGVm', '*', '한글'])('reject %j', (text) => {
    expect(() => codec().readBase64(text)).toThrow();
    expect(() => codec().readBase64url(text)).toThrow();
  });
});

test('the methods of Uint8Array are used if they exist', () => {
  expect(codecFor(Uint8Array)).not.toBe(codecFor({}));
});
