import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { expect, test } from 'vitest';
import { readPhoneNumber } from '../../../workers/core/protocol/phone-number.ts';

test.each([
  '01012345678',
  '010-1234-5678',
  '010 1234 5678',
  '010.1234.5678',
  '010/1234/5678',
  '(010) 1234-5678',
  '10-1234-5678',
  '+82 10 1234 5678',
  '+82-010-1234-5678',
  '+82 (0)10-1234-5678',
  '8210 1234 5678',
  '001 82 10 1234 5678',
  '0082 10 1234 5678',
  '００７００ 82 10 1234 5678',
  '０１０－１２３４－５６７８',
  '＋８２ １０ １２３４ ５６７８',
  '٠١٠ ١٢٣٤ ٥٦٧٨',
  '۰۱۰۱۲۳۴۵۶۷۸',
  ' 010–1234—5678\u00a0',
  '010−1234ー5678',
  '\u202a+82 10-1234-5678\u202c',
  `010-1234-5678${' '.repeat(27)}`,
  '010ㅡ1234ㅡ5678',
  '010∙1234•5678',
  '010_1234_5678',
  '010・1234・5678',
  'tel:01012345678',
  'tel:+82-10-1234-5678',
  '휴대폰: 010-1234-5678',
  '휴대폰 번호 010-1234-5678입니다',
  '휴대폰: 010-1234-5678'.normalize('NFD'),
  'H.P: 010-1234-5678',
  'call 010-1234-5678',
  '010-1234-5678 (집)',
  '010에 1234에 5678',
  '010 다시 1234 다시 5678',
  '공일공 일이삼사 오륙칠팔',
  '영일영 1234 오육칠팔',
  '공일공에 일이삼사에 오륙칠팔',
])('%s is the same number', (typed) => {
  expect(readPhoneNumber(typed)).toBe('01012345678');
});

test.each(Array.from({ length: 7 }, (_, index) => `0100000000${index + 1}`))(
  '%s of the sandbox is a valid number',
  (phoneNo) => {
    expect(readPhoneNumber(phoneNo)).toBe(phoneNo);
  },
);

test('the international prefix ends where the number starts, whatever digits follow', () => {
  expect(readPhoneNumber('0082 18 2100 0000')).toBe('01821000000');
});

test.each([
  '',
  '010',
  '010-1234-567',
  '010-1234-56789',
  '011-123-4567',
  '02-123-4567',
  '031-123-4567',
  '1588-1234',
  '070-1234-5678',
  '+1 415 555 2671',
  '+81 90 1234 5678',
  '+10 1234 5678',
  '010+12345678',
  '82 82 10 1234 5678',
  '0010 1234 5678',
  '010-1234-5678 ext. 9',
  '010-1234-5678;ext=9',
  'tel:010-1234-5678;ext=9',
  'tel:01012345678;phone-context=+82',
  '010-1234-5678, 010-1234-5679',
  '010-1234-5678 010-1234-5679',
  '010-1234-5678 또는 010-1234-5679',
  '휴대폰: 010-1234-5678, 집: 02-123-4567',
  '010-1234-5678 (2호)',
  '집 02-123-4567',
  'O1O-1234-5678',
  '010-12E4-5678',
  '010a1234b5678',
  '01012345678@example.com',
  '공일공 일이삼사',
  '공일공 일이삼사 오륙칠팔구',
  '이일공 일이삼사 오륙칠팔',
  '번호 이 공일공 1234 5678',
  `010-1234-5678${' '.repeat(28)}`,
])("%j isn't a mobile number", (typed) => {
  expect(readPhoneNumber(typed)).toBeUndefined();
});

/** Every spelling that these parts make up. */
const spellings = ['', '+82', '+82 ', '82', '82-', '001 82 ', '00700-82-', '＋８２ '].flatMap((country) =>
  ['010', '10', '(0)10', '(010)', '０１０', '011', '016', '10 ', '02', '031', '070', '012'].flatMap(
    (prefix) =>
      [
        '-1234-5678',
        '.1234.5678',
        '12345678',
        ' 9876 5432',
        '－１２３４－５６７８',
        '–1234–567',
        '-12345-6789',
      ].map((rest) => `${country}${prefix}${rest}`),
  ),
);

test('libphonenumber reads each spelling the same', () => {
  const found = spellings.flatMap((typed) => {
    const number = parsePhoneNumberFromString(typed, { defaultCountry: 'KR', extract: false });
    const phoneNo = `0${number?.nationalNumber}`;
    return number?.isValid() && /^01\d{9}$/.test(phoneNo) ? [[typed, phoneNo]] : [];
  });
  expect(found.length).toBeGreaterThan(200);
  expect(found.map(([typed = '']) => [typed, readPhoneNumber(typed)])).toEqual(found);
});

test('no number is valid if libphonenumber finds none', () => {
  const read = spellings.filter((typed) => readPhoneNumber(typed) !== undefined);
  const unknown = read.filter(
    (typed) => !parsePhoneNumberFromString(typed, { defaultCountry: 'KR', extract: false })?.isValid(),
  );
  expect(unknown).toEqual([]);
});
