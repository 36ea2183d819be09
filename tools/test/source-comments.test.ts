import { describe, expect, test } from 'vitest';
import { commentsIn, describe as textsOf } from '../reference/source-comments.ts';

/** The texts of a source with the given lines, by name. */
const commentsOf = (...lines: string[]) =>
  Object.fromEntries(
    commentsIn('a.ts', lines.join('\n')).flatMap(({ name, text }) => (text ? [[name, text]] : [])),
  );

describe('a comment in the code', () => {
  test('of one line belongs to the constant below it', () => {
    expect(commentsOf('/** Period of `all` limits. */', 'export const period = 60;')).toEqual({
      period: 'Period of `all` limits.',
    });
  });

  test('of several lines becomes one line, without its further paragraphs', () => {
    const lines = ['/**', ' * Lifetime of a code,', ' * in seconds.', ' *', ' * See tokens/codes.ts.', ' */'];
    expect(commentsOf(...lines, 'const life = 60;')).toEqual({ life: 'Lifetime of a code, in seconds.' });
  });

  test('belongs to a property of an object, a string of a union, or the default export', () => {
    const object = [
      'export const events = define({',
      '  /** 한국어. */',
      "  signed_in: ['a'],",
      '  /** Root. */',
      "  'GET /': show,",
      '});',
    ];
    const types = ['type Field =', '  /** Method. */', "  | 'method'", "  | 'other';"];
    expect(
      commentsOf(...object, ...types, '/** Token endpoint. */', "export default endpoint('token');"),
    ).toEqual({
      signed_in: '한국어.',
      'GET /': 'Root.',
      method: 'Method.',
      default: 'Token endpoint.',
    });
  });

  test.each([
    ['above an empty line', ['/** All lifetimes. */', '', 'export const life = 60;']],
    ['above another line', ['/** Lifetime. */', 'call();', 'export const life = 60;']],
    ['with one star', ['/* Lifetime. */', 'export const life = 60;']],
    ['in front of a value', ['export const life = /** Lifetime. */ 60;']],
  ])('%s describes nothing', (_, lines) => {
    expect(commentsOf(...lines)).toEqual({});
  });
});

describe('the texts of names', () => {
  const sources = ['workers/gateway/settings/gateway-lifetimes.ts'];
  const korean = { requestLimitPeriod: '기간' };
  const file = 'texts.ts';
  const of = { what: 'lifetime', names: ['requestLimitPeriod'], sources, korean, file };

  test('are the comment and the Korean text', () => {
    expect(textsOf(of)).toEqual([['requestLimitPeriod', { en: 'Period of all rate limits.', ko: '기간' }]]);
  });

  test('are also found under another name in a source of their own', () => {
    const found = textsOf({
      ...of,
      names: ['token'],
      sources: (name) => [`workers/gateway/routes/${name}/index.ts`],
      inCode: 'default',
      korean: { token: '토큰' },
    });
    expect(found).toEqual([['token', { en: 'Token proxy for apps.', ko: '토큰' }]]);
  });

  test('without a comment of their own are those of the constant that is their value', () => {
    const shared = { what: 'setting', sources: ['workers/service/carriers/carriers-settings.ts'], file };
    const settings = { CARRIER_S_TOKEN: '토큰', CARRIER_K_TOKEN: '토큰' };
    const found = textsOf({ ...shared, names: Object.keys(settings), korean: settings });
    expect(found.map(([, { en }]) => en)).toEqual([
      expect.stringMatching(/^Bearer token for the carrier/),
      expect.stringMatching(/^Bearer token for the carrier/),
    ]);
  });

  const unknown = { names: ['life'], korean: { life: '시간' } };
  test.each([
    ['a missing comment', unknown, `Describe the lifetime life in the comment above it (${sources})`],
    [
      'several different comments',
      {
        names: ['HSTS_SUBDOMAINS'],
        sources: ['workers/{service,gateway}/settings/*-bindings.ts'],
        korean: { HSTS_SUBDOMAINS: '하위' },
      },
      'Describe the lifetime HSTS_SUBDOMAINS in the comment above it (workers/{service,gateway}/settings/*-bindings.ts) only once. Keep one comment of: `Y`: ',
    ],
    [
      'a missing Korean text',
      { korean: {} },
      'Describe the lifetime in tools/reference/texts.ts, in Korean: requestLimitPeriod',
    ],
    [
      'a superfluous Korean text',
      { names: [] },
      'The code has no such lifetime. Remove it from tools/reference/texts.ts: requestLimitPeriod',
    ],
  ])('report %s', (_, change, message) => {
    expect(() => textsOf({ ...of, ...change })).toThrow(message);
  });
});
