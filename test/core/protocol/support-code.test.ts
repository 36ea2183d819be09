import { describe, expect, test } from 'vitest';
import { codedIds, readSupportCode, supportCode } from '../../../workers/core/protocol/support-code.ts';

describe('the support code', () => {
  test.each([
    ['of the lowest name', 'AAAAAAAAAAA', '0000-0000'],
    ['of the highest name', '___________', 'ZZZZ-ZZZZ'],
    // u3Tq0_R is 46, 55, 19, 42, 52, 63, 17: the first 40 of these 42 bits.
    ['of a name', 'u3Tq0_Rk-aB', 'QDTE-NMZM'],
    ['of a name that begins with a hyphen', '-3Tq0_Rk-aB', 'ZDTE-NMZM'],
    ['of a request', '8f2b6c1d0e4a9357', '3M74-N4TQ'],
    ['of an ID in another format', 'a2f6c0de-15b4', 'a2f6c0de-15b4'],
  ])('%s', (_, id, code) => {
    expect(supportCode(id)).toBe(code);
  });

  test('depends on each of the first 40 bits of a name, and on no later one', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const codes = Array.from({ length: 6 }, (_, place) =>
      [...letters].map((letter) => supportCode(`${'A'.repeat(place)}${letter}${'A'.repeat(10 - place)}`)),
    ).flat();
    expect(new Set(codes).size).toBe(1 + 6 * 63);
    expect(supportCode('AAAAAAD____')).toBe(supportCode('AAAAAAAAAAA'));
    expect(supportCode('AAAAAAE____')).toBe('0000-0001');
  });

  test.each(['7K3M-Q2XA', '7k3mq2xa', ' 7K3M Q2XA. ', '7K3M–Q2XA', '７Ｋ３Ｍ－Ｑ２ＸＡ'])(
    'is read from %j',
    (typed) => {
      expect(readSupportCode(typed)).toBe('7K3M-Q2XA');
    },
  );

  test('is read with confusable letters', () => {
    expect(readSupportCode('oOiI-lL01')).toBe('0011-1101');
  });

  test.each(['u3Tq0_Rk-aB', '-3Tq0_Rk-aB', 'AAAAAAAAAAA', '___________'])(
    'contains the first characters of %s',
    (name) => {
      expect(codedIds(supportCode(name)).signIn).toBe(name.slice(0, 6));
    },
  );

  test.each(['8f2b6c1d0e4a9357', '0000000000000000', 'ffffffffffffffff'])(
    'contains the last characters of %s',
    (request) => {
      expect(codedIds(supportCode(request)).request).toBe(request.slice(-10));
    },
  );

  test.each(['', '7K3M-Q2X', '7K3M-Q2XA1', 'UUUU-UUUU', 'u3Tq0_Rk-aB'])('is not read from %j', (typed) => {
    expect(readSupportCode(typed)).toBeUndefined();
  });
});
