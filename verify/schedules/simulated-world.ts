import { Objects, type Running } from '../../test/support/fakes/objects.ts';
import { Schedule } from '../../test/support/fakes/schedule.ts';
import { AccessRecords } from '../../workers/audit/access-records.ts';
import { Flow } from '../../workers/gateway/objects/flow.ts';
import { User } from '../../workers/gateway/objects/user.ts';
import { Application } from '../../workers/service/objects/application.ts';
import { Disclosures } from '../../workers/service/objects/disclosures.ts';
import { Phone } from '../../workers/service/objects/phone.ts';
import { Account } from '../../workers/service/routes/objects/index.ts';

/** The start of every schedule, in 2027; in milliseconds since 1970. */
export const start = 1_800_000_000_000;
const maxFailures = 2;

/** Replacements in the bundle for the runtime's globals (load.ts), which the schedule also controls. */
export interface Globals {
  now(): number;
  setTimeout(fire: () => void, milliseconds?: number): unknown;
  clearTimeout(timer: never): void;
  scheduler: { wait(milliseconds: number): Promise<void> };
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  console: Record<string, () => void>;
}

const classes = { AccessRecords, Account, Application, Disclosures, Phone, Flow, User };

/** `DISCLOSURE_KEY` of every account. */
export const DISCLOSURE_KEY = `k1:${btoa('0123456789abcdef'.repeat(2))}`;

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

export interface Worker {
  fetch(request: Request, env: never, ctx: never): Promise<Response>;
}

/**
 * The product's own classes of objects and handlers of workers in Node: over SQLite in memory, with every call between them
 * decided by a schedule. The platform's part (one call at a time, resets, alarms) is `objects.ts`.
 */
export class SimulatedWorld {
  static current: SimulatedWorld;
  readonly schedule: Schedule;
  readonly objects: Objects;
  readonly #background: Promise<unknown>[] = [];
  kvHasFailed = false;
  /** The response of an external server to a fetch. */
  answer: (url: URL, init: RequestInit) => Response = () => new Response(null, { status: 404 });

  constructor(choices: readonly number[]) {
    SimulatedWorld.current = this;
    this.schedule = new Schedule(choices, { maxFailures, start });
    this.objects = new Objects(this.schedule, classes as never, envOf);
    kv.APPLICATIONS.values.clear();
    kv.SESSIONS.values.clear();
    kv.STATES.values.clear();
  }

  /** Sends a request to a worker, as to a new instance of it. */
  async fetch(worker: Worker, env: object, url: string, init: RequestInit = {}): Promise<Response> {
    await this.schedule.gate(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
    const waitUntil = (work: Promise<unknown>) => this.#background.push(work.catch(() => undefined));
    const response = await worker.fetch(new Request(url, init), env as never, { waitUntil } as never);
    return response;
  }

  /** Runs some work until nothing is pending, work in the background included. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const all = async () => {
      const result = await work();
      while (this.#background.length > 0) await this.#background.shift();
      return result;
    };
    return this.schedule.run(all());
  }

  /** The same without failures, before or after the part that the schedule decides. */
  async runCalmly<Result>(work: () => Promise<Result>): Promise<Result> {
    this.schedule.isCalm = true;
    try {
      return await this.run(work);
    } finally {
      this.schedule.isCalm = false;
    }
  }

  /** Runs every alarm that is due within a time, without failures. @param within in milliseconds. */
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

function envOf(className: string, objects: Objects, self: () => Running | undefined): object {
  const bound: Record<string, object> = {
    Account: {
      APPLICATIONS: kv.APPLICATIONS,
      DISCLOSURE_KEY,
      DISCLOSURES: objects.namespace('Disclosures', self),
    },
    Application: { APPLICATIONS: kv.APPLICATIONS },
    Phone: { ACCOUNT: objects.namespace('Account', self) },
    User: { USER: objects.namespace('User', self), RETENTION_DAYS: '365' },
  };
  return bound[className] ?? {};
}

/** A namespace as workers are bound to it. It outlives each schedule, since the values that they derive from their settings are kept with it. */
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
