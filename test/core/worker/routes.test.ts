import { describe, expect, test } from 'vitest';
import { findByPattern, pathPatterns } from '../../../workers/core/worker/routes.ts';

describe('the route patterns of a worker', () => {
  test.each([
    ['each up to its first parameter', ['GET /a/x', 'POST /b/:id/c/:id'], ['/a/x*', '/b*']],
    ['one for all methods', ['GET /a', 'POST /a'], ['/a*']],
    [
      'without those that begin with another one',
      ['POST /a/x', 'GET /a', 'PUT /b', 'GET /ab'],
      ['/a*', '/b*'],
    ],
  ])('are those of its routes: %s', (_, routes, patterns) => {
    expect(pathPatterns({ routes })).toEqual(patterns);
  });

  test('cover the host for a worker that serves all other paths', () => {
    expect(pathPatterns({ routes: ['GET /a'], catchAll: true })).toEqual(['/*']);
  });
});

test("are chosen by length, like Cloudflare's", () => {
  const items = [{ patterns: ['/*'] }, { patterns: ['/a*', '/exact'] }, { patterns: ['/ab*'] }];
  expect(findByPattern('/abc', items)).toBe(items[2]);
  expect(findByPattern('/abc', items.toReversed())).toBe(items[2]);
  expect(findByPattern('/ac', items)).toBe(items[1]);
  expect(findByPattern('/exact', items)).toBe(items[1]);
  expect(findByPattern('/exactly', items)).toBe(items[0]);
  expect(findByPattern('b', items)).toBeUndefined();
});
