import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkReturnPath, isReturnPath } from '../../workers/gateway/flow/request-checks.ts';
import { nastyText, resultOf } from './arbitraries.ts';

const origin = 'https://shop.example.com';
const elsewhere = 'https://other.example/page';

const nasty = nastyText(
  '/',
  '//',
  '\\',
  '/.',
  '/..',
  '/.//',
  '..',
  '.',
  '@',
  ':',
  'evil.example',
  'https:',
  'javascript:',
  '\t',
  '\n',
  '\r',
  ' ',
  '?',
  '#',
  '%2f',
  '%5c',
  '%0a',
  '%',
  '\u0000',
  '。',
  '\u2028',
  '가',
);

describe('return_to', () => {
  test('stays on its own origin or is rejected, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map((text) => `/${text}`),
        ),
        (path) => {
          const found = resultOf(() => checkReturnPath(path, origin));
          expect('value' in found).toBe(isReturnPath(path, origin));
          if ('refused' in found) {
            expect(found.refused).toBe('invalid_item');
            return;
          }
          // As a browser reads it in a Location, or in a link of this page.
          for (const url of [new URL(found.value, elsewhere), new URL(path, `${origin}/auth/callback`)]) {
            expect(url.origin).toBe(origin);
            expect(url.username + url.password).toBe('');
          }
          // As a program reads it that uses only the path.
          const { pathname, search, hash } = new URL(found.value);
          expect(new URL(pathname + search + hash, elsewhere).origin).toBe('https://other.example');
          expect(found.value).toMatch(/^https:\/\/shop\.example\.com\/[!-[\]-~]*$/);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('keeps every ordinary path with query and fragment', () => {
    const segments = fc.array(fc.stringMatching(/^[\w~!$&'()*+,;=:@-]{1,12}$/), { maxLength: 5 });
    const more = fc.constantFrom('', '?', '?a=1&b=%2F', '?next=https://other.example', '#top', '?q=a#b');
    fc.assert(
      fc.property(segments, more, (path, end) => {
        expect(checkReturnPath(`/${path.join('/')}${end}`, origin)).toBe(`${origin}/${path.join('/')}${end}`);
      }),
    );
  });

  test('with characters of any script leads to the named page', () => {
    const segment = fc.stringMatching(/^[가-힣ぁ-ん一-龥é]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (path) => {
        const { pathname } = new URL(checkReturnPath(`/${path.join('/')}`, origin));
        expect(decodeURIComponent(pathname)).toBe(`/${path.join('/')}`);
      }),
    );
  });
});
