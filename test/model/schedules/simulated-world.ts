import { Flow } from '../../../workers/gateway/objects/flow.ts';
import { User } from '../../../workers/gateway/objects/user.ts';
import { Account } from '../../../workers/service/objects/account.ts';
import { Application } from '../../../workers/service/objects/application.ts';
import { Phone } from '../../../workers/service/objects/phone.ts';
import { Objects, type Running } from './objects.ts';
import { Schedule } from './schedule.ts';

/** 2027; every schedule begins then. In milliseconds since 1970. */
export const start = 1_800_000_000_000;
const maxFailures = 2;

/** What the bundle has in place of the runtime's own (load.ts): the schedule decides about them as well. */
export interface Globals {
  now(): number;
  setTimeout(fire: () => void, milliseconds?: number): unknown;
  clearTimeout(timer: never): void;
  scheduler: { wait(milliseconds: number): Promise<void> };
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  console: Record<string, () => void>;
}

/** A KV namespace: each read, write and deletion arrives when the schedule lets it, or fails. */
class SimulatedKv {
  readonly values = new Map<string, string>();
  readonly #world: () => SimulatedWorld;
  readonly #name: string;
  constructor(name: string, world: () => SimulatedWorld) {
    this.#name = name;
    this.#world = world;
  }

  async get(key: string, type?: string): Promise<unknown> {
    await this.#arrive('get');
    const value = this.values.get(key) ?? null;
    return type === 'json' && value !== null ? JSON.parse(value) : value;
  }

  put = (key: string, value: string) => this.#arrive('put', () => this.values.set(key, value));
  delete = (key: string) => this.#arrive('delete', () => this.values.delete(key));

  async #arrive(what: string, work?: () => unknown): Promise<void> {
    const fate = await this.#world().schedule.gate(`${this.#name}.${what}`, true);
    if (fate === 'lost' || fate === 'ended') throw this.#failed(what);
    work?.();
    if (fate !== 'arrives') throw this.#failed(what);
  }

  #failed(what: string): Error {
    this.#world().kvHasFailed = true;
    return new Error(`KV ${what} failed: 500`);
  }
}

/** A worker's module. */
export interface Worker {
  fetch(request: Request, env: never, ctx: never): Promise<Response>;
}

/**
 * The objects' classes and the workers' handlers, all of them the product's own, in Node: over SQLite in memory, with every call between
 * them decided by a schedule. The platform's part (one call after the other, resets, alarms) is `objects.ts`.
 */
export class SimulatedWorld {
  static current: SimulatedWorld;
  readonly schedule: Schedule;
  readonly objects: Objects;
  readonly #background: Promise<unknown>[] = [];
  kvHasFailed = false;
  /** What a program elsewhere answers to a fetch. */
  answer: (url: URL, init: RequestInit) => Response = () => new Response(null, { status: 404 });

  constructor(choices: readonly number[]) {
    SimulatedWorld.current = this;
    this.schedule = new Schedule(choices, { maxFailures, start });
    this.objects = new Objects(this.schedule, { Account, Application, Phone, Flow, User } as never, envOf);
    kv.APPLICATIONS.values.clear();
    kv.SESSIONS.values.clear();
    kv.STATES.values.clear();
  }

  /** Sends a request to a worker, as one that has just begun there. */
  async fetch(worker: Worker, env: object, url: string, init: RequestInit = {}): Promise<Response> {
    await this.schedule.gate(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
    const waitUntil = (work: Promise<unknown>) => this.#background.push(work.catch(() => undefined));
    const response = await worker.fetch(new Request(url, init), env as never, { waitUntil } as never);
    return response;
  }

  /** Does something until nothing is under way any more, what goes on in the background included. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const all = async () => {
      const result = await work();
      while (this.#background.length > 0) await this.#background.shift();
      return result;
    };
    return this.schedule.run(all());
  }

  /** The same without surprises, before or after what the schedule decides. */
  async runCalmly<Result>(work: () => Promise<Result>): Promise<Result> {
    this.schedule.isCalm = true;
    try {
      return await this.run(work);
    } finally {
      this.schedule.isCalm = false;
    }
  }

  /** Lets every alarm run that is due within a time, without failures. @param within in milliseconds. */
  async wakeAll(within: number): Promise<void> {
    const until = this.schedule.now() + within;
    for (let turn = 0; turn < 50; turn += 1) {
      const [first] = this.objects.alarms().sort((left, right) => left.due - right.due);
      if (first === undefined || first.due > until) return;
      this.schedule.passUntil(first.due);
      await this.runCalmly(() => this.objects.wake(first.key).catch(() => undefined));
    }
    throw new Error('The alarms never end');
  }

  close = (): void => this.objects.close();
}

const current = () => SimulatedWorld.current;

export const kv = {
  APPLICATIONS: new SimulatedKv('APPLICATIONS', current),
  SESSIONS: new SimulatedKv('SESSIONS', current),
  STATES: new SimulatedKv('STATES', current),
};

/** What an object is bound to. */
function envOf(className: string, objects: Objects, self: () => Running | undefined): object {
  const bound: Record<string, object> = {
    Account: { APPLICATIONS: kv.APPLICATIONS },
    Application: { APPLICATIONS: kv.APPLICATIONS },
    Phone: { ACCOUNT: objects.namespace('Account', self) },
    User: { USER: objects.namespace('User', self), RETENTION_DAYS: '365' },
  };
  return bound[className] ?? {};
}

/** A namespace as workers are bound to it, which outlives each schedule: what they derive of their settings is kept by these. */
export const boundTo = (className: string) => ({
  idFromName: (name: string) => ({ name, toString: () => name }),
  get: (id: { name: string }) => current().objects.namespace(className).get(id),
});

export const unlimited = { limit: async () => ({ success: true }) };

export const globals: Globals = {
  now: () => current()?.schedule.now() ?? start,
  setTimeout: (fire, milliseconds) => current().schedule.setTimer(fire, milliseconds),
  clearTimeout: (timer) => current().schedule.clearTimer(timer),
  scheduler: {
    wait: (milliseconds) =>
      new Promise((resolve) => void current().schedule.setTimer(() => resolve(), milliseconds)),
  },
  async fetch(url, init = {}) {
    const fate = await current().schedule.gate(`fetch ${new URL(url).pathname}`, true);
    if (fate === 'lost' || fate === 'ended') throw new TypeError('fetch failed');
    const answer = current().answer(new URL(url), init);
    if (fate !== 'arrives') throw new TypeError('fetch failed');
    return answer;
  },
  console: { info() {}, warn() {}, error() {}, log() {} },
};
