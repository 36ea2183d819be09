import { expect, test } from 'vitest';
import { refuseCrossSite } from '../../../workers/core/protocol/same-origin.ts';

const url = 'https://login.example.com/form';
const send = (headers: Record<string, string>) =>
  refuseCrossSite(new Request(url, { method: 'POST', headers }), new URL(url));

test.each([
  ['a program, which says nothing', {}],
  ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://login.example.com' }],
  ['our own page without referrer', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
  ['a URL typed by the user', { 'Sec-Fetch-Site': 'none' }],
  ['our own page in an older browser', { Origin: 'https://login.example.com' }],
])('a request from %s is accepted', (_, headers) => {
  expect(() => send(headers)).not.toThrow();
});

test.each([
  ['another site', 'Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  [
    'another host of the same site',
    'Sec-Fetch-Site',
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example.com' },
  ],
  ['another host of the same site that names no origin', 'Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-site' }],
  [
    'another host of the same site that hides it',
    'Sec-Fetch-Site',
    { 'Sec-Fetch-Site': 'same-site', Origin: 'null' },
  ],
  ['a sandboxed frame', 'Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
  ['another site in an older browser', 'Origin', { Origin: 'https://evil.example' }],
  ['a hidden origin in an older browser', 'Origin', { Origin: 'null' }],
  ['the same host over http', 'Origin', { Origin: 'http://login.example.com' }],
  ['the same host at another port', 'Origin', { Origin: 'https://login.example.com:8443' }],
  [
    'two that contradict each other',
    'Origin',
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
  ],
])('a request from %s is rejected for its %s', (_, item, headers) => {
  const refusal = expect.objectContaining({ reason: 'invalid_item', values: { item } });
  expect(() => send(headers)).toThrow(refusal);
});
