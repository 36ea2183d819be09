import { vi } from 'vitest';
import type { CarrierOptions, Phone } from '../../../packages/plid-kits/carrier-kit/index.ts';
import type { cases } from '../../../packages/plid-kits/carrier-kit/run.ts';
import { CarrierTarget } from '../../../packages/plid-kits/carrier-kit/target.ts';
import { type Result, runCases } from '../../../packages/plid-kits/test-suite/run-cases.ts';
import { carrierCalls } from '../../../workers/core/carrier/port.ts';
import type { Received } from './answer-faults.ts';
import { callsToken, customer, foreigner, mvno, RightCarrier, token, unregistered } from './right-carrier.ts';

/** What a case has done: its calls and what was done on the phone, the answers, and its result. */
export interface CarrierRun {
  steps: string[];
  received: Received[];
  result: Result;
}

const url = 'https://carrier.example/plid';
const callsAt = 'http://localhost:18790/carrier/answered';
const startOfRuns = new Date('2026-01-01T00:00:00Z');

/** IDs, numbers, and times that a case makes up are the same in each run. */
function makeRunsEqual() {
  let ids = 0;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    ids += 1;
    return `made-up-id-${ids}-0`;
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ now: startOfRuns, toFake: ['Date'] });
}

/** A phone whose answers are written down. */
function watched(phone: Phone, steps: string[]): Phone {
  return {
    act(action, requestId, digits) {
      steps.push(`phone: ${action} ${requestId} ${digits}`);
      return phone.act(action, requestId, digits);
    },
    count() {
      steps.push('phone: count');
      return phone.count();
    },
    async advance(seconds) {
      steps.push(`phone: ${seconds} s pass`);
      await phone.advance?.(seconds);
    },
  };
}

/** The fetch of a carrier behind HTTP, and of the listener for its calls. */
function serve(carrier: RightCarrier, run: CarrierRun, change?: (answer: Received) => Received) {
  const calls: { method: string; path: string; authorization: string; json: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = '', headers, body }: RequestInit) => {
    const authorization = new Headers(headers).get('Authorization') ?? undefined;
    if (address === callsAt) {
      calls.push({
        method,
        path: new URL(address).pathname,
        authorization: authorization ?? '',
        json: JSON.parse(String(body)),
      });
      return Response.json({ code: '0000', error: 'success', message: '' });
    }
    const call = address.replace(`${url}/`, '');
    run.steps.push(
      `${method} ${call} ${body}${authorization === `Bearer ${token}` ? '' : `\n    Authorization: ${authorization ?? 'none'}`}`,
    );
    const came = await carrier.fetch(`https://carrier.example/${call}`, {
      headers: { authorization: authorization ?? '' },
      body: String(body),
    });
    const text = await came.text();
    const { status: word = '' } = text.startsWith('{') ? JSON.parse(text) : {};
    const right = {
      of: `${call} ${came.status} ${word}`.trim(),
      status: came.status,
      headers: [...came.headers] as [string, string][],
      text,
    };
    run.received.push(right);
    const answer = change?.(right) ?? right;
    return new Response(answer.text, answer);
  });
  return {
    url: callsAt,
    close() {},
    about: async (requestId: string) => calls.find(({ json }) => json.requestId === requestId),
  };
}

/** Runs a case at a new correct carrier whose responses are changed. */
export async function runCarrierCase(
  one: (typeof cases)[number],
  change?: (answer: Received) => Received,
): Promise<CarrierRun> {
  makeRunsEqual();
  const carrier = new RightCarrier();
  carrier.callsAt = callsAt;
  const run: CarrierRun = { steps: [], received: [], result: {} as Result };
  const callsBack = serve(carrier, run, change);
  const people = { customer, unregistered, mvno, foreigner, phone: watched(carrier.phone(), run.steps) };
  const options: CarrierOptions = { url, token, callsBack, callsToken, ...people };
  try {
    const { results } = await runCases(new CarrierTarget(options, new Set(carrierCalls)), [one], undefined);
    return { ...run, result: results[0] as Result };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}
