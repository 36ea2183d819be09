import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import {
  callKv,
  callObject,
  callProgram,
  callRateLimit,
  callWorker,
  withTimeout,
} from '../../../workers/core/storage/call-with-timeout.ts';

const failing = (name: string, message: string, marks: object = {}) =>
  Object.assign(new Error(message), { name }, marks);

const unavailable = {
  reason: 'unavailable',
  status: 503,
  headers: { 'Retry-After': '5' },
  cause: { name: 'reading' },
};
const internal = { reason: 'internal', status: 500, headers: {}, cause: { name: 'reading' } };
const outages = { callObject, callWorker, callKv, callRateLimit, callProgram };

describe.each(Object.entries(outages))('a call to %s', (_, from) => {
  test('returns the response', async () => {
    expect(await from('reading', Promise.resolve(7))).toBe(7);
  });

  test('logs the operation and what failed', async () => {
    const failure = failing('TypeError', 'x');
    await expect(from('reading', Promise.reject(failure))).rejects.toMatchObject({
      cause: { name: 'reading', message: 'reading', cause: failure },
    });
  });

  test('passes a defined error on', async () => {
    const refusal = new ProtocolError(refusals.not_found);
    await expect(from('reading', Promise.reject(refusal))).rejects.toBe(refusal);
  });
});

describe('a Durable Object', () => {
  test.each([
    ['that could not be reached', failing('Error', 'Network connection lost.', { retryable: true })],
    ['that is overloaded', failing('Error', 'Durable Object is overloaded.', { overloaded: true })],
    [
      'whose storage took too long',
      failing('Error', 'Durable Object storage operation exceeded timeout which caused object to be reset.', {
        durableObjectReset: true,
      }),
    ],
  ])('is unavailable: %s', async (_, failure) => {
    await expect(callObject('reading', Promise.reject(failure))).rejects.toMatchObject(unavailable);
  });

  test.each([
    ['a bug in it', failing('TypeError', 'x is not a function', { remote: true })],
    ['an SQL error in it', failing('Error', 'no such column: since: SQLITE_ERROR', { remote: true })],
    ['a mark that is not set', failing('Error', 'x', { remote: true, retryable: false, overloaded: false })],
    ['a value that cannot be sent to it', new DOMException('x', 'DataCloneError')],
    ["a value that isn't an error", 'x'],
  ])('is an internal error: %s', async (_, failure) => {
    await expect(callObject('reading', Promise.reject(failure))).rejects.toMatchObject(internal);
  });
});

describe('a call to another worker', () => {
  test.each([
    ['that could not be reached', failing('Error', 'Network connection lost.', { retryable: true })],
    ['whose own refusal is an outage', failing('Error', 'unavailable', { remote: true })],
  ])('is unavailable: %s', async (_, failure) => {
    await expect(callWorker('reading', Promise.reject(failure))).rejects.toMatchObject(unavailable);
  });

  test.each(['settings', 'internal', 'x is not a function'])(
    'that throws %j is an internal error',
    async (message) => {
      const failure = failing('Error', message, { remote: true });
      await expect(callWorker('reading', Promise.reject(failure))).rejects.toMatchObject(internal);
    },
  );
});

describe('KV', () => {
  test.each([
    'KV GET failed: 503 Service Unavailable',
    'KV PUT failed: 429 Too Many Requests',
    'Network connection lost.',
  ])('is unavailable: %s', async (message) => {
    await expect(callKv('reading', Promise.reject(new Error(message)))).rejects.toMatchObject(unavailable);
  });

  test.each([
    new Error('KV PUT failed: 413 Value length of 26214401 exceeds limit of 26214400.'),
    new Error('KV GET failed: 414 UTF-8 encoded length of 600 exceeds key length limit of 512.'),
    new TypeError('Key name cannot be empty.'),
    new SyntaxError('Unexpected token'),
  ])('is an internal error: %s', async (failure) => {
    await expect(callKv('reading', Promise.reject(failure))).rejects.toMatchObject(internal);
  });
});

test('a timeout is an outage', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  onTestFinished(() => mock.timers.reset());
  let isOver = false;
  const reading = callKv('reading', new Promise(() => undefined)).finally(() => {
    isOver = true;
  });
  const silence = { ...unavailable, cause: { name: 'reading', cause: { message: 'no answer in time' } } };
  const refused = expect(reading).rejects.toMatchObject(silence);
  mock.timers.tick(2_999);
  await setImmediate();
  expect(isOver).toBe(false);
  mock.timers.tick(1);
  await refused;
});

test('a response in time leaves no timer', async () => {
  const cleared = mock.method(globalThis, 'clearTimeout');
  onTestFinished(() => cleared.mock.restore());
  expect(await withTimeout(Promise.resolve(7), 60_000)).toBe(7);
  expect(cleared.mock.callCount()).toBe(1);
});

describe('a rate limit', () => {
  test('that fails is unavailable, and a wrong call is an internal error', async () => {
    const asking = (failure: Error) => callRateLimit('reading', Promise.reject(failure));
    await expect(asking(new Error('internal error'))).rejects.toMatchObject(unavailable);
    await expect(asking(new TypeError('Invalid input'))).rejects.toMatchObject(internal);
  });
});

describe('a call to another program', () => {
  test.each([new Error('x'), new TypeError('x'), 'x'])('is unavailable: %s', async (failure) => {
    await expect(callProgram('reading', Promise.reject(failure))).rejects.toMatchObject(unavailable);
  });
});
