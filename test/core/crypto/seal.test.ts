import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../../workers/core/crypto/bytes.ts';
import { keyRing } from '../../../workers/core/crypto/keys.ts';
import { sealed } from '../../../workers/core/crypto/seal.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const old = keyRing(new Map([['k1', first]]));
const rotated = keyRing(
  new Map([
    ['k2', second],
    ['k1', first],
  ]),
);
const finished = keyRing(new Map([['k2', second]]));

const ticket = sealed('test ticket', () => v.object({ seat: v.number() }));
const now = 1_000_000;

describe('an encrypted value', () => {
  test('decrypts to its content, and has only unreserved URL characters', async () => {
    const text = await ticket.seal(old, { seat: 7 }, now + 60);
    expect(text).toMatch(/^[\w.~-]+$/);
    expect(await ticket.open(old, text, now)).toEqual({ seat: 7 });
  });

  test('reveals nothing of its content, and differs each time', async () => {
    const [one, two] = [await ticket.seal(old, { seat: 7 }), await ticket.seal(old, { seat: 7 })];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('seat');
  });

  test('can be decrypted until it expires', async () => {
    const text = await ticket.seal(old, { seat: 7 }, now + 60);
    expect(await ticket.open(old, text, now + 59)).toEqual({ seat: 7 });
    expect(await ticket.open(old, text, now + 60)).toBeUndefined();
  });

  test('never expires without an expiry', async () => {
    expect(await ticket.open(old, await ticket.seal(old, { seat: 7 }), now * 1000)).toEqual({ seat: 7 });
  });

  test('of an older key can be decrypted after a rotation until that key is removed', async () => {
    const text = await ticket.seal(old, { seat: 7 });
    expect(await ticket.open(rotated, text, now)).toEqual({ seat: 7 });
    expect(await ticket.open(finished, text, now)).toBeUndefined();
    expect(await ticket.open(finished, await ticket.seal(rotated, { seat: 8 }), now)).toEqual({ seat: 8 });
  });

  test('of an older key is reported as not current after a rotation', async () => {
    const text = await ticket.seal(old, { seat: 7 });
    expect(ticket.isCurrent(old, text)).toBe(true);
    expect(ticket.isCurrent(rotated, text)).toBe(false);
    expect(ticket.isCurrent(rotated, await ticket.seal(rotated, { seat: 7 }))).toBe(true);
  });

  test("can't be decrypted for another purpose", async () => {
    const other = sealed('test voucher', () => v.object({ seat: v.number() }));
    expect(await other.open(old, await ticket.seal(old, { seat: 7 }), now)).toBeUndefined();
  });

  test("can't be decrypted if its shape is wrong", async () => {
    const earlier = sealed('test ticket', () => v.object({ seat: v.string() }));
    expect(await ticket.open(old, await earlier.seal(old, { seat: 'x' }), now)).toBeUndefined();
  });

  test("can't be decrypted if any character changed", async () => {
    const text = await ticket.seal(old, { seat: 7 });
    for (let index = 0; index < text.length; index += 1) {
      const letter = text[index] === 'A' ? 'B' : 'A';
      expect(
        await ticket.open(old, `${text.slice(0, index)}${letter}${text.slice(index + 1)}`, now),
      ).toBeUndefined();
    }
  });

  test.each(['', '.', '....', 'a.b.c.d.e', 'null', '{}', '\0', '한글', 'x'.repeat(100_000)])(
    'is not %j',
    async (text) => {
      expect(await ticket.open(old, text, now)).toBeUndefined();
    },
  );
});
