import fc from 'fast-check';
import { EncryptJWT, jwtDecrypt } from 'jose';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { sealed } from '../../workers/core/crypto/seal.ts';
import { anyText } from './arbitraries.ts';

const purpose = 'test ticket';
const schema = () => v.looseObject({ what: v.unknown() });
const ticket = sealed(purpose, schema);
const other = sealed('another ticket', schema);

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => new Uint8Array(array));
const ids = fc.stringMatching(/^[\w-]{1,32}$/);
/** One or two keys, the first of which seals. */
const rings = fc
  .uniqueArray(fc.tuple(ids, bytes), { minLength: 1, maxLength: 2, selector: ([id]) => id })
  .map((entries) => keyRing(new Map(entries)));
const values = fc.oneof(
  anyText,
  fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value))),
);
const now = 1_000_000;

describe('an encrypted value', () => {
  test('decrypts to its content, compatible with jose both ways', async () => {
    await fc.assert(
      fc.asyncProperty(rings, values, async (keys, what) => {
        const text = await ticket.seal(keys, { what }, now + 60);
        expect(text).toMatch(/^[\w.-]+$/);
        expect(await ticket.open(keys, text, now)).toEqual({ what });
        const key = (await keys.derive(keys.current, purpose)) as CryptoKey;
        const { payload } = await jwtDecrypt(text, key, { currentDate: new Date(now * 1000) });
        expect(payload).toEqual({ what, exp: now + 60 });
        const header = { alg: 'dir', enc: 'A256GCM', kid: keys.current };
        const written = await new EncryptJWT({ what }).setProtectedHeader(header).encrypt(key);
        expect(await ticket.open(keys, written, now)).toEqual({ what });
      }),
    );
  });

  test('can be decrypted up to the second of its expiry', async () => {
    await fc.assert(
      fc.asyncProperty(rings, fc.nat(10_000), fc.nat(10_000), async (keys, expires, at) => {
        const opened = await ticket.open(keys, await ticket.seal(keys, { what: 1 }, expires), at);
        expect(opened).toEqual(at < expires ? { what: 1 } : undefined);
      }),
    );
  });

  test("can't be decrypted with one character changed, missing, or doubled", async () => {
    const letters = 'ABab01-_.~=+/ 가';
    await fc.assert(
      fc.asyncProperty(
        rings,
        anyText,
        fc.nat(),
        fc.constantFrom(...letters, ''),
        fc.boolean(),
        async (keys, what, place, letter, twice) => {
          const text = await ticket.seal(keys, { what });
          const at = place % text.length;
          const changed = text.slice(0, at) + (twice ? letter + text[at] : letter) + text.slice(at + 1);
          fc.pre(changed !== text);
          expect(await ticket.open(keys, changed, now)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  test("can't be decrypted for another purpose, or with another key", async () => {
    await fc.assert(
      fc.asyncProperty(rings, rings, async (keys, others) => {
        const text = await ticket.seal(keys, { what: 1 });
        expect(await other.open(keys, text, now)).toBeUndefined();
        expect(await ticket.open(others, text, now)).toBeUndefined();
      }),
    );
  });
});
