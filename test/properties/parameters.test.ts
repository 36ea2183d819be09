import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { anyText, countBranches, nastyText, resultOf } from './arbitraries.ts';

type Pair = [name: string, value: string];

const names = fc.constantFrom(
  'code',
  'state',
  'a',
  'client_id',
  '가',
  'a b',
  '?a',
  'constructor',
  '__proto__',
);
const pairs = fc.array(fc.tuple(names, fc.oneof(fc.constant(''), fc.constantFrom('1', '2'), anyText)), {
  maxLength: 6,
});

/** The spellings of a form: each character as it is if possible, or percent-encoded. */
const spelled = (text: string) =>
  fc
    .tuple(...[...text].map((character) => fc.tuple(fc.constant(character), fc.nat({ max: 2 }))))
    .map((characters) =>
      characters
        .map(([character, way]) => {
          if (character === ' ') return ['+', '%20', ' '][way];
          return way > 0 && !/[&=+%\p{Cc}]/u.test(character) ? character : percentEncoded(character);
        })
        .join(''),
    );
const percentEncoded = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const form = (given: Pair[]) =>
  fc
    .tuple(...given.map(([name, value]) => fc.tuple(spelled(name), spelled(value))))
    .map((written) => written.map(([name, value]) => `${name}=${value}`).join('&'));

/** The rule of §4.2 and RFC 6749 §3.1 for a parameter: each source has it once, and the values that are not empty agree. */
function expected(
  sources: readonly Pair[][],
  item: string,
): { value: string | undefined } | { refused: string } {
  const given = sources.map((source) => source.filter(([name]) => name === item).map(([, value]) => value));
  const filled = given.flat().filter((value) => value !== '');
  if (given.some((values) => values.length > 1) || new Set(filled).size > 1)
    return { refused: 'invalid_item' };
  return { value: filled[0] };
}

describe('request parameters', () => {
  test('are read in every spelling, from query and form', () => {
    const sent = fc
      .tuple(pairs, pairs)
      .chain(([query, body]) =>
        fc.record({ sources: fc.constant([query, body]), texts: fc.tuple(form(query), form(body)) }),
      );
    fc.assert(
      fc.property(sent, names, ({ sources, texts }, item) => {
        const found = resultOf(() => new Parameters(...texts).optional(item));
        expect(found).toEqual(expected(sources, item));
      }),
    );
  });

  test('are read or rejected, for any text', () => {
    const noise = nastyText(
      'code',
      '=',
      '&',
      '%',
      '%4',
      '%ff',
      '+',
      ';',
      '#',
      '?',
      '가',
      '%EA%B0%80',
      '\u0000',
    );
    const query = fc.oneof(
      noise,
      noise.map((text) => `code=abc${text}`),
    );
    const body = fc.oneof(noise, fc.constant(''));
    const branches = countBranches('value', 'refused');
    fc.assert(
      fc.property(query, body, (...texts) => {
        const found = resultOf(() => new Parameters(...texts).required('code'));
        branches.take('value' in found ? 'value' : 'refused');
        if ('value' in found) expect(found.value).toMatch(/./s);
        else expect(['missing_item', 'invalid_item']).toContain(found.refused);
      }),
    );
    branches.expectAllTaken();
  });

  test('parsed together equal those found one by one', () => {
    const noise = nastyText('state', 'a', '=', '&', '%', '%73', '%', '+', '?', '\u0000');
    const query = fc.oneof(
      noise,
      noise.map((text) => `st%61te=${text}`),
    );
    const branches = countBranches('sent', 'missing', 'repeated');
    fc.assert(
      fc.property(query, query, (...texts) => {
        const parameters = new Parameters(...texts);
        const found = resultOf(() => parameters.optional('state'));
        const { values, repeated, state } = parameters.parse(['state']);
        if ('refused' in found) {
          branches.take('repeated');
          expect([values, repeated, state]).toEqual([{}, ['state'], '']);
        } else {
          branches.take(found.value === undefined ? 'missing' : 'sent');
          expect([values.state, repeated]).toEqual([found.value, []]);
          expect(state).toBe(parameters.asSent('state'));
          expect(state === '').toBe(found.value === undefined);
        }
      }),
    );
    branches.expectAllTaken();
  });

  test('returned unchanged keep every byte that a Location can contain', () => {
    const state = anyText
      .filter((text) => text !== '')
      .chain((text) => fc.tuple(fc.constant(text), spelled(text)));
    const branches = countBranches('as sent');
    fc.assert(
      fc.property(state, form([['a', '1']]), ([text, sent], more) => {
        const back = new Parameters(`${more}&state=${sent}`).asSent('state');
        expect(back).toMatch(/^[!-"$-~]+$/);
        expect(back).not.toContain('&');
        expect(new URLSearchParams(`state=${back}`).get('state')).toBe(text);
        if (!/^[!-"$-~]+$/.test(sent)) return;
        branches.take('as sent');
        expect(back).toBe(sent);
      }),
    );
    branches.expectAllTaken();
  });
});
