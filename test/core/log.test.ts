import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { randomBytes } from '../../packages/plid/crypto/bytes.ts';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { defineEvents } from '../../workers/core/worker/events.ts';
import { describeFailure, type LogFields, workerLog } from '../../workers/core/worker/log.ts';

describe('the log of a failure', () => {
  test.each([
    'the name 김하나 is too long',
    'no number at 김하나',
    'Unexpected token \'a\', "\n    at 김하나:1:2\n" is not valid JSON',
  ])('is its name and where it was thrown, never its message: %j', (message) => {
    const told = describeFailure(new RangeError(message));
    expect(told).toMatch(/^RangeError at .*log\.test\.ts/);
    expect(told).not.toContain('김하나');
  });

  test('is not the message that it had before it was given another one', () => {
    const stack = 'RangeError: no number at 김하나\n    at read (worker.js:7:1)';
    const failure = Object.assign(new RangeError('no number'), { stack });
    expect(describeFailure(failure)).toBe('RangeError at read (worker.js:7:1)');
  });

  test.each([undefined, 'RangeError: 김하나'])('is its name alone where its stack is %j', (stack) => {
    const failure = Object.assign(new RangeError('김하나'), { stack });
    expect(describeFailure(failure)).toBe('RangeError ');
  });

  test('is also what it was caused by, and what that was', () => {
    const cause = new Error('x', { cause: new TypeError('y', { cause: 'KV' }) });
    const told = describeFailure(new RangeError('z', { cause }));
    expect(told).toMatch(
      /^RangeError at .+, caused by Error at .+, caused by TypeError at .+, caused by KV$/,
    );
  });

  test.each([
    ['what we say ourselves', 'APPLICATION_LIMIT', 'APPLICATION_LIMIT'],
    ['the type of what is no error', { name: '김하나' }, 'object'],
  ])('is %s', (_, failure, told) => {
    expect(describeFailure(failure)).toBe(told);
  });
});

test('a line that an object writes names its worker', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => void warn.mockRestore());
  workerLog('service-objects')('warn', { stale: true });
  expect(warn.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'warn', worker: 'service-objects', stale: true },
  ]);
});

describe('an event', () => {
  const table = { left: ['person', 'client_id'] } as const;
  const KEYS = keyRing(new Map([['k2', randomBytes(32)]]));
  const record = async (purpose: string, plid: string | undefined) => {
    const lines: LogFields[] = [];
    const going: Promise<unknown>[] = [];
    defineEvents(purpose, table).record(
      {
        env: { KEYS },
        log: (level, fields) => void lines.push({ level, ...fields }),
        waitUntil: (work) => void going.push(work),
      },
      'left',
      { client_id: 'shop', plid },
    );
    expect(going).toHaveLength(1);
    await Promise.all(going);
    return lines;
  };

  test('is a line of its own, which the runtime waits for; a person has a pseudonym there', async () => {
    const [line, ...more] = await record('events of the service', 'a plid');
    expect(more).toEqual([]);
    expect(line).toEqual({
      level: 'info',
      event: 'left',
      client_id: 'shop',
      person: expect.stringMatching(/^k2:[0-9a-f]{32}$/),
    });
  });

  test('names a person the same each time, and nobody else so; another half has other pseudonyms', async () => {
    const personIn = async (purpose: string, plid: string) => (await record(purpose, plid))[0]?.person;
    const [first, again, another, elsewhere] = [
      await personIn('events of the service', 'a plid'),
      await personIn('events of the service', 'a plid'),
      await personIn('events of the service', 'another plid'),
      await personIn('events of the gateway', 'a plid'),
    ];
    expect(again).toBe(first);
    expect(new Set([first, another, elsewhere]).size).toBe(3);
  });

  test('without a person names nobody', async () => {
    expect((await record('events of the service', undefined))[0]).not.toHaveProperty(
      'person',
      expect.any(String),
    );
  });
});
