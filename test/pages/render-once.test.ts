import { describe, expect, test } from 'vitest';
import { type Child, jsx } from '../../workers/pages/jsx-runtime.ts';
import { maxRenderings, renderOnce } from '../../workers/pages/render-once.ts';

interface Props {
  language: string;
  name?: string | undefined;
  settings?: { color: string };
}

/** A component, the number of its renderings, and the page that shows it with some properties. */
function counted() {
  let count = 0;
  const Component = ({ language, name, settings }: Props) => {
    count += 1;
    const children: Child = [language, ' ', name, ' ', settings?.color];
    return jsx('b', { title: name, children: jsx('i', { children }) });
  };
  const Once = renderOnce(Component);
  const pageOf = (component: typeof Component, props: Props) =>
    jsx('p', { children: ['<', jsx(component, props), '>'] }).text;
  return {
    once: (props: Props) => pageOf(Once, props),
    always: (props: Props) => pageOf(Component, props),
    count: () => count,
  };
}

describe('a page part that is rendered once', () => {
  test.each([
    [{ language: 'ko' }],
    [{ language: 'ko', name: undefined }],
    [{ language: 'en', name: '"&<script>' }],
    [{ language: 'en', name: 'a', settings: { color: 'red' } }],
  ])('with %j equals the part rendered each time', (props: Props) => {
    const { once, always } = counted();
    expect([once(props), once(props)]).toEqual([always(props), always(props)]);
  });

  test('is rendered again only for other values', () => {
    const { once, count } = counted();
    const pages = ['a', 'b', 'a', undefined, 'b', undefined].map((name) => once({ language: 'ko', name }));
    expect(count()).toBe(3);
    expect(new Set(pages).size).toBe(3);
    once({ language: 'a', name: 'ko' });
    expect(count()).toBe(4);
    once({ language: 'en', name: 'a' });
    expect(count()).toBe(5);
  });

  test('distinguishes settings by identity', () => {
    const { once, count } = counted();
    const settings = { color: 'red' };
    once({ language: 'ko', settings });
    once({ language: 'ko', settings });
    expect(count()).toBe(1);
    expect(once({ language: 'ko', settings: { color: 'blue' } })).toContain('blue');
    expect(count()).toBe(2);
  });

  test('is rendered again after more values than are kept', () => {
    const { once, count } = counted();
    const shown = Array.from({ length: maxRenderings - 1 }, (_, index) => once({ language: `l${index}` }));
    expect(once({ language: 'l0' })).toBe(shown[0]);
    expect(count()).toBe(maxRenderings - 1);
    once({ language: 'one more' });
    expect(once({ language: 'l0' })).toBe(shown[0]);
    expect(count()).toBe(maxRenderings + 1);
  });
});
