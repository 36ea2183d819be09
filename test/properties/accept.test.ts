import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prefersPage } from '../../workers/core/http/accept.ts';
import { parseAcceptPreferences } from '../../workers/core/http/accept-preferences.ts';
import { negotiateLanguage } from '../../workers/core/http/language.ts';
import { asHeader, nastyText } from './arbitraries.ts';

interface Entry {
  value: string;
  /** In thousandths. */
  quality: number;
}

/** The spellings of an entry: q omitted for 1, white space, other parameters, either case. */
const spelled = ({ value, quality }: Entry) =>
  fc
    .record({
      spaces: fc.array(fc.constantFrom('', ' ', '\t', '  '), { minLength: 4, maxLength: 4 }),
      other: fc.constantFrom('', ';level=1', ';charset=utf-8', '; v=b3'),
      isBare: fc.boolean(),
      upper: fc.boolean(),
    })
    .map(({ spaces: [first, second, third, last], other, isBare, upper }) => {
      const q = quality === 1000 ? '1' : `0.${String(quality).padStart(3, '0')}`;
      const written = `${first}${value}${other}${isBare && quality === 1000 ? '' : `${second};${third}q=${q}`}${last}`;
      return upper ? written.toUpperCase() : written;
    });
const qualities = fc.oneof(fc.constantFrom(0, 500, 1000), fc.integer({ min: 0, max: 1000 }));
const headerOf = (values: string[]) =>
  fc
    .array(fc.record({ value: fc.constantFrom(...values), quality: qualities }), {
      maxLength: 6,
    })
    .chain((entries) =>
      fc.record({
        entries: fc.constant(entries),
        header: fc.tuple(...entries.map(spelled)).map((written) => written.join(',')),
      }),
    );

const types = ['text/html', 'application/json', '*/*', 'image/webp', 'application/xhtml+xml'];
const tags = ['ko', 'en', 'ko-kr', 'en-us', 'ja', '*', 'kok', 'eng'];

describe('Accept and Accept-Language headers', () => {
  test('are read in every spelling', () => {
    fc.assert(
      fc.property(headerOf(types), ({ entries, header }) => {
        const expected = entries.map(({ value, quality }) => ({ value, quality: quality / 1000 }));
        expect(parseAcceptPreferences(header)).toEqual(
          entries.length === 0 ? [{ value: '', quality: 1 }] : expected,
        );
      }),
    );
  });

  test('have quality values from 0 to 1 for any input', () => {
    const header = nastyText(
      'text/html',
      'q=',
      ';q=',
      ';',
      ',',
      '0',
      '1',
      '.',
      '9',
      '1.5',
      '1.999',
      '0.1234',
      'q=-1',
      ' ',
      'Q=',
      'e5',
      'ko',
    );
    fc.assert(
      fc.property(header.map(asHeader), (text) => {
        for (const { quality } of parseAcceptPreferences(text))
          expect(quality >= 0 && quality <= 1, text).toBe(true);
        expect(['ko', 'en']).toContain(negotiateLanguage(text));
      }),
      { numRuns: 500 },
    );
  });

  test('select the preferred language, the first of equals, and English if neither is named', () => {
    fc.assert(
      fc.property(headerOf(tags), ({ entries, header }) => {
        let best: Entry = { value: 'en', quality: 0 };
        for (const entry of entries) {
          const isOurs = /^(?:ko|en)(?:-|$)/.test(entry.value);
          if (isOurs && entry.quality > best.quality) best = entry;
        }
        expect(negotiateLanguage(header)).toBe(best.value.slice(0, 2));
      }),
    );
  });

  test('select a page only if HTML is preferred to JSON', () => {
    fc.assert(
      fc.property(headerOf(types), ({ entries, header }) => {
        const request = new Request('https://login.example.com/', { headers: { Accept: header } });
        const likes = (type: string) => entries.find(({ value }) => value === type)?.quality ?? 0;
        expect(prefersPage(request)).toBe(likes('text/html') > likes('application/json'));
      }),
    );
  });
});
