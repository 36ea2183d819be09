import { expect, test } from 'vitest';
import { readText } from '../../../workers/core/http/read-text.ts';
import { readReturnPath } from '../../../workers/core/http/return-path.ts';
import { isLoopback, isSecureAddress } from '../../../workers/core/http/secure-address.ts';

const stream = (...chunks: number[][]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new Uint8Array(chunk));
      controller.close();
    },
  });
const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

test.each<[string, Record<string, string>]>([
  ['without a length', {}],
  ['with its length', { 'Content-Length': '4' }],
  ['of encoded bytes, whose length is another', { 'Content-Length': '9', 'Content-Encoding': 'gzip' }],
  ['in chunks, whose length does not count', { 'Content-Length': '9', 'Transfer-Encoding': 'chunked' }],
  ['with an invalid length', { 'Content-Length': '4x' }],
])('a body %s is read up to the limit, and no longer one', async (_, headers) => {
  const text = (limit: number) =>
    readText(new Response(stream(bytesOf('ab'), bytesOf('cd')), { headers }), limit);
  expect(await text(4)).toBe('abcd');
  expect(await text(3)).toBeUndefined();
});

test('a body may be cut within a character, and an incomplete character is replaced', async () => {
  const [first = 0, ...others] = bytesOf('한');
  expect(await readText(new Response(stream([first], others)), 9)).toBe('한');
  expect(await readText(new Response(stream([97, first])), 9)).toBe('a\ufffd');
  expect(await readText(new Response(null), 9)).toBe('');
});

const origin = 'https://shop.example.com';
test.each([
  ['/a?b=c#d', `${origin}/a?b=c#d`],
  [`/${'a'.repeat(999)}`, `${origin}/${'a'.repeat(999)}`],
  [`/${'a'.repeat(1_000)}`, undefined],
  ['/a//b', `${origin}/a//b`],
  ['/.//evil.example', undefined],
  ['/..//evil.example', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/a\\b', undefined],
  ['/a\nb', undefined],
  ['a', undefined],
  ['', undefined],
])('the path %j to return to is %j', (path, address) => {
  expect(readReturnPath(path, origin)).toBe(address);
});

test.each([
  ['http://localhost:3000', true, true],
  ['http://127.0.0.1', true, true],
  ['http://[::1]:8787', true, true],
  ['https://[::1]', true, true],
  ['http://127.0.0.2', false, false],
  ['http://localhost.example.com', false, false],
  ['https://shop.example.com', false, true],
  ['ftp://localhost', true, false],
])('%s is this machine: %s, and secure: %s', (address, loopback, secure) => {
  expect([isLoopback(new URL(address)), isSecureAddress(new URL(address))]).toEqual([loopback, secure]);
});
