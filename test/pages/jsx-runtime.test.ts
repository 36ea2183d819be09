import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { type Child, Fragment, Html, jsx } from '../../workers/pages/jsx-runtime.ts';

const html = (type: unknown, props: object) => jsx(type as () => Html | null, props as never)?.text;

describe('a JSX element', () => {
  test.each([
    ['p', {}, '<p></p>'],
    ['p', { class: 'a', id: undefined, lang: null, hidden: false }, '<p class="a"></p>'],
    ['input', { required: true, value: '', maxlength: 0 }, '<input required value="" maxlength="0"/>'],
    ['p', { 'aria-invalid': true, 'aria-busy': false }, '<p aria-invalid="true" aria-busy="false"></p>'],
    ['br', { children: 'nothing' }, '<br/>'],
    ['p', { children: ['a', 1, 0, true, false, null, undefined, ['b', jsx('i', {})]] }, '<p>a10b<i></i></p>'],
    ['style', { dangerouslySetInnerHTML: { __html: 'a > b {}' } }, '<style>a > b {}</style>'],
    [Fragment, { children: [jsx('i', {}), '&'] }, '<i></i>&amp;'],
    [({ name }: { name: string }) => jsx('b', { children: name }), { name: '<' }, '<b>&lt;</b>'],
    [() => null, {}, undefined],
  ])('%s with %j renders %s', (type, props, expected) => {
    expect(html(type as never, props)).toBe(expected);
  });

  test('escapes text in content and attributes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"><script>', "'&lt;", '</p>')),
        (text) => {
          const written = html('p', { title: text, children: text }) ?? '';
          const found = parse(written).querySelectorAll('*');
          expect(found).toHaveLength(1);
          expect(found[0]?.getAttribute('title')).toBe(text);
          expect(found[0]?.textContent).toBe(text);
        },
      ),
    );
  });

  test.each([
    [{ text: '<b>' }],
    [JSON.parse('{"text":"<b>","__proto__":{"text":"<b>"}}')],
    [{ type: 'b', props: {}, constructor: Html }],
  ])("doesn't accept an object as HTML: %j", (object) => {
    expect(html('p', { children: object as Child })).toBe('<p>[object Object]</p>');
  });
});
