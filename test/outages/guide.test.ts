import { expect, test } from 'vitest';
import { readDocument, rowsOf } from '../support/assertions/markdown.ts';
import { type Cell, gateway, service } from './table.ts';

/** A cell of the guide, in English and Korean. A request that doesn't need the dependency works, too. */
const words = {
  works: ['Works', '동작'],
  'not asked': ['Works', '동작'],
  'works for an hour': ['Works for an hour', '1시간 동작'],
  'stale for an hour': ['Old copy for an hour', '1시간 동안 이전 값'],
  '503': ['503', '503'],
  '502': ['502', '502'],
  '500': ['500', '500'],
} as const satisfies Record<Cell, readonly [string, string]>;

/** The rows of the guide in their order, each with the tested requests that it stands for. */
const serviceRows: Record<string, (keyof typeof service)[]> = {
  'Sign-in page': ['authorize: the sign-in page'],
  'Automatic sign-in': ['authorize: an automatic login'],
  'Sign-in with the phone': ['a sign-in is sent', 'waiting for the phone, and the code'],
  'Token, user, and disconnect': ['token', 'user', 'disconnect'],
  'Applications: show, change, rotate, and delete': ['admin: show, change, rotate, delete'],
  'Applications: list and register': ['admin: list', 'admin: register'],
  'Subscribers: leave': ['subscribers: leave'],
  'Subscribers: automatic sign-ins': ['subscribers: automatic logins'],
  'Account page: show connections': ['account page: connections'],
  'Account page: disconnect': ['account page: disconnecting'],
};
const gatewayRows: Record<string, (keyof typeof gateway)[]> = {
  'Sign-in': ['login'],
  Callback: ['callback'],
  'Callback in another browser': ['callback in another browser: the page'],
  'Sign-in of an app': ['an app’s session'],
  Session: ['session'],
  'List of sessions': ['list of sessions'],
  'Sign-out': ['sign-out'],
  Disconnect: ['disconnect'],
  'Token proxy': ['token proxy'],
  'User proxy': ['user proxy'],
  'Guard: public path': ['guard: a public path'],
  'Guard: other path': ['guard: any other path'],
};

const columnsOf = {
  service: ['KV is down', 'Durable Objects are down', 'the carrier is down'],
  gateway: ['Durable Objects are down', 'the service does not respond'],
};

/** The rows of a half as the guide has them. A row whose requests differ has several words in a cell, and fails. */
function expectedRows(half: 'service' | 'gateway', language: 0 | 1): string[][] {
  const tested: Record<string, Record<string, Cell>> = half === 'service' ? service : gateway;
  const rows: Record<string, string[]> = half === 'service' ? serviceRows : gatewayRows;
  return Object.entries(rows).map(([row, names]) => [
    row,
    ...columnsOf[half].map((column) =>
      [...new Set(names.map((name) => words[tested[name]?.[column] ?? '500'][language]))].join(),
    ),
  ]);
}

test('docs/operate/outages.md matches the tested outages, cell by cell', () => {
  expect(Object.values(serviceRows).flat().sort()).toEqual(Object.keys(service).sort());
  expect(Object.values(gatewayRows).flat().sort()).toEqual(Object.keys(gateway).sort());
  const [english, korean] = [
    readDocument('docs/operate/outages.md'),
    readDocument('docs/ko/operate/outages.md'),
  ];
  const advice = 'Write the cells of docs/operate/outages.md as test/outages/table.ts has them.';
  expect(rowsOf(english, 'Request'), advice).toEqual([
    ...expectedRows('service', 0),
    ...expectedRows('gateway', 0),
  ]);
  const cells = (rows: string[][]) => rows.map(([, ...rest]) => rest);
  expect(cells(rowsOf(korean, '요청')), advice).toEqual([
    ...cells(expectedRows('service', 1)),
    ...cells(expectedRows('gateway', 1)),
  ]);
  expect(english).toContain('| Request | KV is down | Durable Objects are down | The carrier is down |');
  expect(english).toContain('| Request | Durable Objects are down | The service is down |');
  expect(korean).toContain('| 요청 | KV 중단 | Durable Objects 중단 | 통신사 중단 |');
  expect(korean).toContain('| 요청 | Durable Objects 중단 | 서비스 중단 |');
});

test('what docs/operate/outages.md states without a table matches the tested outages', () => {
  const harmless = [
    ...Object.values(service).map((row) => row['KV lags']),
    ...Object.values(gateway).flatMap((row) => [row['KV is down'], row['KV lags']]),
  ];
  expect(new Set(harmless)).toEqual(new Set(['works', 'not asked']));
  for (const row of Object.values(gateway)) {
    const down = row['the service does not respond'];
    expect(row['the service says 503']).toBe(down);
    expect(row['the service sends an invalid response']).toBe(down === '503' ? '502' : down);
  }
});
