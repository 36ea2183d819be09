import { vi } from 'vitest';
import { clearApplicationCache } from '../../../workers/service/registry/applications.ts';
import { KvInMemory } from '../../support/fakes/kv-in-memory.ts';
import { Objects, type Running, type Storage } from '../../support/fakes/objects.ts';
import type { Fate } from '../../support/fakes/schedule.ts';
import { boundObjects, classes } from './numbered-bindings.ts';

/** A call between two parts that fails: it never arrives (`lost`), or its answer doesn't (`unanswered`). */
export interface Fault {
  /** The name of the call, and which of the calls of this name it is, from 1 on: parallel calls have no fixed order. */
  call: string;
  which: number;
  fate: Extract<Fate, 'lost' | 'unanswered'>;
}

interface AskedWorker {
  fetch(request: Request, env: never, execution: never): Promise<Response>;
}

const start = 1_800_000_000;

/** The answer of a server elsewhere. */
export type Elsewhere = (url: URL, init: RequestInit) => Response | Promise<Response>;

/**
 * The product's handlers and objects in this process, which counts every call between them: to objects, KV, and servers elsewhere. Objects
 * are in SQLite in memory, and one call of a command can fail. Time stands still unless a test moves it.
 */
export class NumberedWorld {
  /** The calls of the command that runs, in order. */
  calls: string[] = [];
  now = start;
  /** How long each call takes, in seconds. */
  secondsPerCall = 0;
  readonly objects: Objects;
  readonly kv: Record<'APPLICATIONS' | 'SESSIONS' | 'STATES', KvInMemory>;
  elsewhere: Elsewhere = () => new Response(null, { status: 202 });
  #fault: Fault | undefined;
  #background: Promise<unknown>[] = [];

  constructor() {
    const gate = (label: string, mayFail = true): Promise<Fate> =>
      Promise.resolve(this.decide(label, mayFail));
    const schedule = { gate: (label: string, mayFail = false) => gate(label, mayFail) };
    const kv = (name: string) => new KvInMemory(name, gate, () => this.now);
    this.kv = { APPLICATIONS: kv('APPLICATIONS'), SESSIONS: kv('SESSIONS'), STATES: kv('STATES') };
    this.objects = new Objects(schedule as never, classes as never, (className, _, self) =>
      boundObjects(this, className, self),
    );
    vi.stubGlobal('fetch', (input: Request | string | URL, init: RequestInit = {}) =>
      this.#fetchElsewhere(input, init),
    );
    clearApplicationCache();
    // The shard of a row depends on the plid: each world has the same plids.
    let ids = 0;
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    });
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());
    vi.stubGlobal('scheduler', { wait });
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
  }

  /** The clock that objects and workers are bound to. */
  readonly clock = { now: async () => this.now * 1000 };

  namespace = (className: string, self?: () => Running | undefined) =>
    this.objects.namespace(className, self);

  decide(label: string, mayFail: boolean): Fate {
    if (!mayFail) return 'arrives';
    this.calls.push(label);
    this.now += this.secondsPerCall;
    const { call, which, fate } = this.#fault ?? {};
    const isIt = call === label && this.calls.filter((name) => name === label).length === which;
    return isIt && fate !== undefined ? fate : 'arrives';
  }

  /** Runs a command and what it leaves in the background. @param fault one of its calls fails. */
  async during<Result>(command: () => Promise<Result>, fault?: Fault): Promise<Result> {
    [this.calls, this.#fault] = [[], fault];
    try {
      const result = await command();
      await this.#finishBackground();
      return result;
    } finally {
      this.#fault = undefined;
    }
  }

  async send(worker: AskedWorker, env: object, url: string, init: RequestInit = {}): Promise<Response> {
    const waitUntil = (work: Promise<unknown>) => void this.#background.push(work.catch(() => undefined));
    return worker.fetch(new Request(url, init), env as never, { waitUntil } as never);
  }

  /** Moves the clock, and runs each object's alarm until none has anything due, at most so many rounds. */
  async advance(seconds: number, rounds = 3): Promise<void> {
    this.now += seconds;
    for (let round = 0; round < rounds; round += 1)
      for (const { key } of this.objects.alarms()) {
        await this.objects.wake(key).catch(() => undefined);
        await this.#finishBackground();
      }
  }

  /** Everything that is stored, by object and namespace; values that differ from run to run are replaced. */
  stored(): Record<string, unknown> {
    const objects = [...this.objects.storages()].map(([key, storage]) => [key, contentsOf(storage)] as const);
    const kv = Object.entries(this.kv).map(([name, { values }]) => [name, [...values].sort()] as const);
    return Object.fromEntries([...objects, ...kv]);
  }

  /** Ends the world once everything that was left in the background has finished, such as a log line. */
  async close(): Promise<void> {
    await this.#finishBackground();
    await new Promise(setImmediate);
    this.objects.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }

  async #finishBackground(): Promise<void> {
    while (this.#background.length > 0) await this.#background.shift();
  }

  async #fetchElsewhere(input: Request | string | URL, init: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const fate = this.decide(`fetch ${url.host}${url.pathname}`, true);
    if (fate === 'lost') throw new TypeError('fetch failed');
    const sent = input instanceof Request ? { method: input.method, headers: input.headers, ...init } : init;
    const answer = await this.elsewhere(url, sent);
    if (fate !== 'arrives') throw new TypeError('fetch failed');
    return answer;
  }
}

/** The rows and values of an object; an object without any has no contents. */
export function contentsOf({ sql, kv }: Storage): Record<string, unknown> {
  const tables = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray() as {
    name: string;
  }[];
  const rows = tables.map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()] as const);
  return Object.fromEntries(
    [...rows, ...kv.list()].filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}
