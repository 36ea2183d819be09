import { WorkerEntrypoint } from 'cloudflare:workers';
import { type ObjectName, type Observed, wiped } from '../assertions/observed-objects.ts';

type Objects = DurableObjectNamespace<Observed & Rpc.DurableObjectBranded>;

interface Env {
  STARTS_AT?: number;
  /** The classes of each worker whose objects tests can look into; a class is bound under its name in capitals. */
  CLASSES?: string[][];
  /** The names of the bindings that are KV namespaces. */
  NAMESPACES?: string[];
}

/** An object, as a test names it. */
export type NamedObject = { name: string } | { id: string };

/** The calls that a world makes. */
export type Controls = Pick<Control, 'now' | 'advance' | 'settled' | 'spend' | 'renew' | 'call'>;

/** In milliseconds since 1970; undefined until the first call. */
let time: number | undefined;

/** How often a limit was asked for a key, in the latest window. */
const counts = new Map<string, { window: number; count: number }>();

const day = 86_400_000;

/** The runtime's own time is 0 while a module is loaded. */
function timeOf({ STARTS_AT }: Env): number {
  time ??= STARTS_AT ?? Date.now();
  return time;
}

/**
 * The clock and the limits that tests move in their world. It is bound as CLOCK in place of the real time, which no deployed configuration can do
 * (see core/worker/clock.ts). The clock stops unless a test moves it, so that no test depends on the machine's speed.
 */
export default class Control extends WorkerEntrypoint<Env> {
  /** The process of the tests calls over HTTP: an RPC through Miniflare would block that process, and with it every server that an alarm calls. */
  override async fetch(request: Request): Promise<Response> {
    const [name, ...parameters]: [keyof Controls, ...unknown[]] = await request.json();
    const method = Reflect.get(this, name) as (...parameters: unknown[]) => unknown;
    return Response.json((await method.apply(this, parameters)) ?? null);
  }

  now(): number {
    return timeOf(this.env);
  }

  /** Moves the time once everything that was due before has run, and waits until everything that is due then has run. */
  async advance(seconds: number): Promise<void> {
    await this.settled();
    time = timeOf(this.env) + seconds * 1000;
    const waiting = await this.#all((any) => any.waiting());
    await Promise.all(waiting.map((name) => this.#object(name).ring()));
    await this.settled();
  }

  /** Uses up a part of what a rate limit allows. @param limit the name of its binding. */
  spend(limit: string, key: string, times: number): void {
    countOf(`${limit} ${key}`, windowOf(this.env, 60)).count += times;
  }

  /** Waits until no alarm runs or is due now. */
  async settled(): Promise<void> {
    await this.#all((any) => any.settled());
  }

  /** Empties every object and namespace, and begins another day, so that no worker remembers anything. */
  async renew(): Promise<void> {
    const known = await this.#all(async (any) => {
      await any.failAll(undefined);
      return any.known();
    });
    await Promise.all(known.map((name) => this.#object(name).wipe().catch(unlessWiped)));
    await Promise.all((this.env.NAMESPACES ?? []).map((name) => empty(this.#bound(name))));
    counts.clear();
    time = Math.max(timeOf(this.env), Date.now()) + day;
  }

  /**
   * Calls a method of an object. An error is returned as a value, with the properties of the platform (`retryable`): a failed request
   * would lose them. JSON has no undefined, and no method takes null.
   */
  async call(
    binding: string,
    named: NamedObject,
    method: string,
    parameters: readonly unknown[],
  ): Promise<{ answer?: unknown; failure?: { message: string } }> {
    const namespace = this.#bound<Objects>(binding);
    const id = 'id' in named ? namespace.idFromString(named.id) : namespace.idFromName(named.name);
    const stub = namespace.get(id) as unknown as Record<string, (...values: unknown[]) => unknown>;
    try {
      return { answer: await stub[method]?.(...parameters.map((value) => value ?? undefined)) };
    } catch (failure) {
      return { failure: { ...(failure as object), message: (failure as Error).message } };
    }
  }

  /** Calls one object of each worker, which answers for all objects of the worker. */
  async #all<Answer>(ask: (any: Observed) => Promise<Answer[]> | Answer[]): Promise<Answer[]> {
    const any = (this.env.CLASSES ?? []).map(([first = '']) =>
      this.#bound<Objects>(first.toUpperCase()).getByName('any'),
    );
    return (await Promise.all(any.map((each) => ask(each as unknown as Observed)))).flat();
  }

  #object([className, id]: ObjectName): Observed {
    const namespace = this.#bound<Objects>(className.toUpperCase());
    return namespace.get(namespace.idFromString(id)) as unknown as Observed;
  }

  #bound<Binding = KVNamespace>(name: string): Binding {
    return Reflect.get(this.env, name);
  }
}

/** An object that is emptied ends, which breaks off the call. */
function unlessWiped(failure: unknown): void {
  if (!String(failure).includes(wiped)) throw failure;
}

async function empty(namespace: KVNamespace): Promise<void> {
  const { keys } = await namespace.list();
  await Promise.all(keys.map(({ name }) => namespace.delete(name)));
}

/** Replaces a rate limit, with that limit's configuration in `props`: its windows are those of the tests' clock. */
export class Limit extends WorkerEntrypoint<Env, { name: string; limit: number; period: number }> {
  limit({ key }: { key: string }): { success: boolean } {
    const { name, limit, period } = this.ctx.props;
    const counted = countOf(`${name} ${key}`, windowOf(this.env, period));
    counted.count += 1;
    return { success: counted.count <= limit };
  }
}

const windowOf = (env: Env, period: number): number => Math.floor(timeOf(env) / (period * 1000));

function countOf(name: string, window: number): { window: number; count: number } {
  const found = counts.get(name);
  const counted = found?.window === window ? found : { window, count: 0 };
  counts.set(name, counted);
  return counted;
}
