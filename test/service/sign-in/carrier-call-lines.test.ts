import { expect, test, vi } from 'vitest';
import type { LogFields, RequestLine } from '../../../workers/core/worker/log.ts';
import { disabledCarrierMessage } from '../../../workers/service/carriers/disabled-carrier.ts';
import {
  logCarrierCall,
  MalformedAnswer,
} from '../../../workers/service/sign-in/carrier/log-carrier-call.ts';
import { pageView, shop } from '../support/page-views.ts';

/** Logs a call that takes 70 milliseconds. @returns the fields of the request's line. */
async function fieldsOf(answer: () => Promise<unknown>): Promise<LogFields> {
  const fields: LogFields = {};
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const line: RequestLine = { fields, awaited: [], answered, written: Promise.resolve(), isOpen: true };
  const context = {
    ...pageView('en'),
    line,
    note: (noted: LogFields) => void Object.assign(fields, noted),
    waitUntil: () => undefined,
  };
  vi.useFakeTimers();
  const pending = new Promise((done) => setTimeout(done, 70)).then(answer);
  const logged = logCarrierCall(context, { call: 'outcome', carrier: 'L' }, pending).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(70);
  await logged;
  vi.useRealTimers();
  resolve();
  await Promise.all(line.awaited);
  return fields;
}

const call = { carrier: 'L', call: 'outcome', carrier_milliseconds: 70 };
const failing = (failure: unknown) => () => Promise.reject(failure);

test.each([
  ['an answer', async () => 'answer', {}],
  ['a time-out', failing(new Error('no answer in time')), 'timeout'],
  ['an unusable answer', failing(new MalformedAnswer('x')), 'malformed'],
  ['a carrier that is switched off', failing(new Error(`${disabledCarrierMessage}: S`)), 'switched_off'],
  ['another error', failing(new Error(`not ${disabledCarrierMessage}`)), 'error'],
  ["a value that isn't an error", failing(disabledCarrierMessage), 'error'],
])(
  'the line of a request names the carrier, the call, and its time, and for %s the kind',
  async (_, answer, kind) => {
    const failed =
      typeof kind === 'string' ? { client_id: shop.client_id, kind, events: { carrier_failed: 1 } } : {};
    expect(await fieldsOf(answer)).toEqual({ ...call, ...failed });
  },
);
