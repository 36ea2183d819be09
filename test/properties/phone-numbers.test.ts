import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPhoneNumber } from '../../workers/core/protocol/phone-number.ts';
import { nastyText } from './arbitraries.ts';

const scripts = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
const separators = ['', '', '', ' ', '-', '.', '–', '－', '\u00a0', '\u200b'];

/** A number in one of the usual spellings: with or without the country and its first 0, in any digits. */
const spelled = fc
  .record({
    rest: fc.stringMatching(/^1\d{9}$/),
    start: fc.constantFrom('0', '', '+82', '+82 0', '+82 (0)', '82', '0082', '00182', '＋82'),
    script: fc.constantFrom(...scripts),
    between: fc.array(fc.constantFrom(...separators), { minLength: 9, maxLength: 9 }),
  })
  .map(({ rest, start, script, between }) => {
    const typed = start + [...rest].map((digit, index) => digit + (between[index] ?? '')).join('');
    return { phoneNo: `0${rest}`, typed: typed.replaceAll(/[0-9]/g, (digit) => script[Number(digit)] ?? '') };
  });

test('every spelling of a phone number is read as the same 11 digits', () => {
  fc.assert(
    fc.property(spelled, ({ phoneNo, typed }) => {
      expect(readPhoneNumber(typed), typed).toBe(phoneNo);
    }),
  );
});

test('any input is a number that ends with its digits, or none', () => {
  const typed = nastyText(
    '010',
    '1234',
    '5678',
    '+',
    '82',
    '-',
    ' ',
    '0',
    '1',
    '２',
    '٣',
    '(0)',
    'ext',
    '/',
    '.',
    '+82 10',
  );
  fc.assert(
    fc.property(typed, (text) => {
      const phoneNo = readPhoneNumber(text);
      if (phoneNo === undefined) return;
      expect(phoneNo).toMatch(/^01\d{9}$/);
      expect(readPhoneNumber(phoneNo)).toBe(phoneNo);
      const digits = text
        .normalize('NFKC')
        .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
      expect(digits.replaceAll(/\D/g, '').endsWith(phoneNo.slice(1)), text).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
