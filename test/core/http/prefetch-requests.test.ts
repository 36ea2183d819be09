import { expect, test } from 'vitest';
import { isEmbedded, isPrefetch, isTopLevelNavigation } from '../../../workers/core/http/prefetch.ts';

const request = (headers: Record<string, string>) => new Request('https://login.example.com/', { headers });

test.each([
  [{ 'Sec-Purpose': 'prefetch;prerender' }, true],
  [{ Purpose: 'Prefetch' }, true],
  [{ 'X-Moz': 'prefetch' }, true],
  [{ 'Next-Router-Prefetch': '1' }, true],
  [{ 'Sec-Purpose': 'other' }, false],
  [{}, false],
])('%j is a prefetch: %s', (headers, expected) => {
  expect(isPrefetch(request(headers as Record<string, string>))).toBe(expected);
});

test.each([
  [{ 'Sec-Fetch-Dest': 'document' }, true],
  [{}, true],
  [{ 'Sec-Fetch-Dest': 'iframe' }, false],
  [{ 'Sec-Fetch-Dest': 'image' }, false],
])('%j is a navigation: %s', (headers, expected) => {
  expect(isTopLevelNavigation(request(headers as Record<string, string>))).toBe(expected);
});

test.each([
  [{ 'Sec-Fetch-Dest': 'document' }, false],
  [{}, false],
  [{ 'Sec-Fetch-Dest': 'empty' }, false],
  [{ 'Sec-Fetch-Dest': 'frame' }, true],
  [{ 'Sec-Fetch-Dest': 'style' }, true],
])('%j is embedded: %s', (headers, expected) => {
  expect(isEmbedded(request(headers as Record<string, string>))).toBe(expected);
});
