import { mock } from 'node:test';
import { parse } from 'valibot';
import { serviceSecrets } from '../../test/support/world/test-settings.ts';
import { numberedKeySetting } from '../../workers/core/worker/key-settings.ts';
import { checkPhoneKey } from '../../workers/service/shared/phone-key.ts';

/** Full sign-ins a second: those of docs/scale.md. */
export const peaks = [10, 100, 1_000, 5_000];

/** The requests of the seconds after it. Times in milliseconds. */
export interface Waited {
  isolates: number;
  requests: number;
  /** Calls of the one object that knows the key. */
  asked: number;
  /** Answers that came later than the object's own time on an idle day. */
  late: number;
  longest: number;
  /** Requests that went on without its word. */
  unanswered: number;
}

/** Requests of one full sign-in to the worker: its page, the form, the waiting page, its socket and a question, the page after the tap. */
const requestsOfLogin = 6;
/** Assumptions: what an isolate takes before another one starts, how long one call takes at the object, and the way there and back. */
const perIsolate = 50;
const callTime = 1;
const wayTime = 30;
/** How long requests are sent, and the length of a step, in milliseconds. */
const watched = 10_000;
const step = 10;

/**
 * Plays a deployment of `service-authorize` while people sign in: all its isolates begin at once, and each asks, beside its first request, whether its
 * PHONE_KEY is the service's. The product's own function asks; the object answers one call after the other. The clock is simulated.
 * @param logins full sign-ins a second.
 */
export async function deploy(logins: number): Promise<Waited> {
  const perSecond = logins * requestsOfLogin;
  const isolates = Math.max(1, Math.ceil(perSecond / perIsolate));
  const waited: Waited = { isolates, requests: 0, asked: 0, late: 0, longest: 0, unanswered: 0 };
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const begun = new Set<number>();
    const envs = Array.from({ length: isolates }, () => environment(waited));
    for (let time = 0; time < watched; time += step) {
      for (const [index, env] of envs.entries()) {
        const due = dueIn(time, perSecond / isolates, index / isolates);
        if (due === 0) continue;
        begun.add(index);
        for (let sent = 0; sent < due; sent += 1) void ask(env, waited);
      }
      // Real cryptography stands between a request and the object: the simulated clock waits for it.
      do await new Promise((resolve) => setImmediate(resolve));
      while (waited.asked < begun.size);
      mock.timers.tick(step);
    }
    mock.timers.tick(watched);
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    mock.timers.reset();
  }
  return waited;
}

/** The requests of an isolate in a step. @param phase of its first one, between 0 and 1. */
const dueIn = (time: number, perSecond: number, phase: number): number => {
  const until = (at: number) => Math.floor((at / 1000) * perSecond + phase);
  return until(time + step) - until(time);
};

const PHONE_KEY = parse(numberedKeySetting, serviceSecrets.PHONE_KEY);
let free = 0;

/** The settings of one isolate, bound to the one object. */
function environment(waited: Waited) {
  free = 0;
  const object = {
    isServiceKey: () => {
      waited.asked += 1;
      free = Math.max(free, Date.now()) + callTime;
      return new Promise<boolean>((resolve) => setTimeout(() => resolve(true), free - Date.now() + wayTime));
    },
  };
  return {
    PHONE_KEY,
    LOCATION_HINT: 'apac-ne',
    PHONE: { idFromName: (name: string) => name, get: () => object },
  };
}

async function ask(env: object, waited: Waited): Promise<void> {
  const sent = Date.now();
  const log = () => {
    waited.unanswered += 1;
  };
  waited.requests += 1;
  await checkPhoneKey({ env, now: Math.floor(sent / 1000), log } as never);
  const wait = Date.now() - sent;
  waited.longest = Math.max(waited.longest, wait);
  if (wait > wayTime + callTime + step) waited.late += 1;
}
