import { describe, expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../../packages/plid/package.json' with { type: 'json' };
import { randomBytes } from '../../../workers/core/crypto/bytes.ts';
import { type KeyRing, keyRing } from '../../../workers/core/crypto/keys.ts';
import { defineEvents } from '../../../workers/core/worker/events.ts';
import {
  describeFailure,
  type LogFields,
  type RequestLine,
  workerLog,
} from '../../../workers/core/worker/log.ts';
import { release } from '../../../workers/core/worker/release.ts';

describe('the logged cause of a failure', () => {
  test.each([
    'the name 김하나 is too long',
    'no number at 김하나',
    'Unexpected token \'a\', "\n    at 김하나:1:2\n" is not valid JSON',
  ])('is its name and position, never its message: %j', (message) => {
    const told = describeFailure(new RangeError(message));
    expect(told).toMatch(/^RangeError at .*log\.test\.ts/);
    expect(told).not.toContain('김하나');
  });

  test("isn't its original message after a change", () => {
    const stack = 'RangeError: no number at 김하나\n    at read (worker.js:7:1)';
    const failure = Object.assign(new RangeError('no number'), { stack });
    expect(describeFailure(failure)).toBe('RangeError at read (worker.js:7:1)');
  });

  test.each([undefined, 'RangeError: 김하나'])('is only its name if its stack is %j', (stack) => {
    const failure = Object.assign(new RangeError('김하나'), { stack });
    expect(describeFailure(failure)).toBe('RangeError ');
  });

  test('includes its cause, and the cause of that', () => {
    const cause = new Error('x', { cause: new TypeError('y', { cause: 'KV' }) });
    const told = describeFailure(new RangeError('z', { cause }));
    expect(told).toMatch(
      /^RangeError at .+, caused by Error at .+, caused by TypeError at .+, caused by KV$/,
    );
  });

  test.each([
    ['a message of plid', 'APPLICATION_LIMIT', 'APPLICATION_LIMIT'],
    ["the type of a value that isn't an error", { name: '김하나' }, 'object'],
  ])('is %s', (_, failure, told) => {
    expect(describeFailure(failure)).toBe(told);
  });
});

test('a line written by an object names its worker', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => void warn.mockRestore());
  workerLog('service-objects')('warn', { stale: true });
  expect(warn.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'warn', release, worker: 'service-objects', stale: true },
  ]);
});

test('the release in log lines is the version of the package', () => {
  expect(release).toBe(manifest.version);
});

describe('a logged event', () => {
  const table = { left: ['person', 'client_id'] } as const;
  const KEYS = keyRing(new Map([['k2', randomBytes(32)]]));
  /** Records it in a request whose line already has some fields. @returns its line, and the other lines. */
  const record = async (
    purpose: string,
    plid: string | undefined,
    {
      keys = KEYS,
      noted = {},
      later = {},
      isOpen = true,
    }: {
      keys?: KeyRing;
      noted?: LogFields;
      later?: LogFields;
      isOpen?: boolean;
    } = {},
  ) => {
    const beside: LogFields[] = [];
    const going: Promise<unknown>[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const written = answered.then(() => Promise.all(line.awaited)).then(() => undefined);
    const line: RequestLine = { fields: { ...noted }, awaited: [], answered, written, isOpen };
    const context = {
      env: { KEYS: keys },
      line,
      log: (level: string, fields: LogFields) => void beside.push({ level, ...fields }),
      waitUntil: (work: Promise<unknown>) => void going.push(work),
    };
    defineEvents({ purpose }, table).record(context, 'left', { client_id: 'shop', plid });
    expect([going.length, line.awaited.length]).toEqual([1, isOpen ? 1 : 0]);
    expect(going[0] === written).toBe(isOpen);
    expect(line.fields).toEqual(noted);
    await new Promise((resolve) => setTimeout(resolve));
    Object.assign(line.fields, later);
    answer();
    await Promise.all(going);
    return { line: line.fields, beside };
  };
  const left = { events: { left: 1 }, client_id: 'shop', person: expect.stringMatching(/^k2:[0-9a-f]{32}$/) };

  test('is in the line of its request, with a pseudonym of the user', async () => {
    const noted = { method: 'POST', client_id: 'shop', events: { code_issued: 1 } as const };
    const { line, beside } = await record('events of the service', 'a plid', { noted });
    expect(line).toEqual({ ...noted, ...left, events: { code_issued: 1, left: 1 } });
    expect(beside).toEqual([]);
  });

  test.each<[string, Parameters<typeof record>[2] & object]>([
    ['about another user', { noted: { person: 'k2:another' } }],
    ['about an application that the request notes otherwise afterwards', { later: { client_id: 'another' } }],
    ['that happens a second time', { noted: { events: { left: 1 } as const, client_id: 'shop' } }],
    ['after the line', { noted: {}, isOpen: false }],
  ])('%s has its own line', async (_, options) => {
    const { line, beside } = await record('events of the service', 'a plid', options);
    expect(line).toEqual({ ...options.noted, ...options.later });
    expect(beside).toEqual([{ level: 'info', ...left }]);
  });

  test("has no user if the pseudonym can't be created", async () => {
    const keys = { ...KEYS, pseudonyms: () => Promise.reject(new TypeError('a plid')) };
    const { line } = await record('events of the service', 'a plid', { keys });
    expect(line).toEqual({
      events: { left: 1 },
      client_id: 'shop',
      failed_line: expect.stringMatching(/^TypeError at/),
    });
  });

  test('has the same pseudonym for a user each time, and another one in the other half', async () => {
    const personIn = async (purpose: string, plid: string) => (await record(purpose, plid)).line.person;
    const [first, again, another, elsewhere] = [
      await personIn('events of the service', 'a plid'),
      await personIn('events of the service', 'a plid'),
      await personIn('events of the service', 'another plid'),
      await personIn('events of the gateway', 'a plid'),
    ];
    expect(again).toBe(first);
    expect(new Set([first, another, elsewhere]).size).toBe(3);
  });

  test('without a user has no pseudonym', async () => {
    expect((await record('events of the service', undefined)).line).not.toHaveProperty(
      'person',
      expect.any(String),
    );
  });
});
