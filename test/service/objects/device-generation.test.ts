import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Generation, nextGeneration } from '../../../workers/service/objects/device-cookie-rotation.ts';

const day = 86_400;

/** A device in its account, and what its browsers hold. */
class Account {
  #stored: Generation | undefined = { generation: 0, previous: null, renewed: null };

  get hasEnded(): boolean {
    return this.#stored === undefined;
  }

  /** @returns the generation to store from now on, or undefined without an automatic login. */
  present(generation: number, at: number): number | undefined {
    this.#stored &&= nextGeneration(this.#stored, generation, at);
    return this.#stored?.generation;
  }
}

/** One login of the honest browser: how many seconds after the one before, and whether its answer is lost. */
const login = fc.record({ pause: fc.integer({ min: 0, max: 3 * day }), lost: fc.boolean() });
/** How long apart, in seconds, two people use their copies: two within a minute count as one browser's tabs. */
const apart = fc.integer({ min: 60, max: 3 * day });

describe('the generations of a device', () => {
  test('continue for one browser, however many responses are lost', () => {
    fc.assert(
      fc.property(fc.array(login, { maxLength: 60 }), (logins) => {
        const account = new Account();
        let [at, kept] = [0, 0];
        for (const { pause, lost } of logins) {
          at += pause;
          const next = account.present(kept, at);
          if (!lost) kept = next ?? kept;
        }
        expect(account.hasEnded).toBe(false);
      }),
    );
  });

  test('continue for tabs that send the same cookie within a minute, in any order', () => {
    const tabs = fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(fc.tuple(tabs, fc.nat(9), apart), { maxLength: 10 }), (days) => {
        const account = new Account();
        let [at, kept] = [0, 0];
        for (const [delays, last, pause] of days) {
          at += pause;
          const answers = delays
            .toSorted((left, right) => left - right)
            .map((delay) => account.present(kept, at + delay));
          kept = answers[last % answers.length] ?? kept;
          at += 60;
        }
        expect(account.hasEnded).toBe(false);
      }),
    );
  });

  test('end when the second of two browsers with the same cookie comes again', () => {
    const turns = fc.array(fc.record({ who: fc.constantFrom(0, 1), pause: apart }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat(5), turns, (before, later) => {
        const account = new Account();
        let [at, original] = [0, 0];
        for (let count = 0; count < before; count += 1)
          original = account.present(original, at + count * day) ?? 0;
        at += before * day;
        const kept = [original, original];
        const logins = [0, 0];
        for (const { who, pause } of later) {
          at += pause;
          kept[who] = account.present(kept[who] ?? 0, at) ?? 0;
          logins[who] = (logins[who] ?? 0) + 1;
        }
        if (Math.min(...logins) >= 2) expect(account.hasEnded).toBe(true);
      }),
    );
  });
});
