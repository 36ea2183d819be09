import path from 'node:path';
import type { AtRest } from '../assertions/inspect-storage.ts';
import type { ObjectName } from '../assertions/observed-objects.ts';
import { person, startServiceStandIn } from '../fakes/service-stand-in.ts';
import type UnreliableKv from '../fakes/unreliable-kv-worker.ts';
import { BrowserSession, type Shown } from '../fixtures/browser-session.ts';
import { origins } from './test-settings.ts';
import { control, kvBindingsOf, root, type WorkerInput } from './test-workers.ts';
import { kindOf, useStarted } from './use-world.ts';
import { startWorld } from './world.ts';

const lag = 60;

/** A KV namespace that lags 60 s on the clock of the tests. */
export const laggingKv: WorkerInput = {
  renewed: true,
  config: {
    name: 'lagging-kv',
    main: path.join(root, 'test/support/fakes/lagging-kv-worker.ts'),
    compatibility_date: '2026-10-20',
    services: [{ binding: 'CLOCK', service: control }],
  },
};

/** A KV namespace that a test can make fail, hang, or lag. */
const statesKv: WorkerInput = {
  renewed: true,
  config: {
    name: 'states-kv',
    main: path.join(root, 'test/support/fakes/unreliable-kv-worker.ts'),
    compatibility_date: '2026-10-20',
    services: [{ binding: 'CLOCK', service: control }],
  },
};
interface GatewayWorldOptions {
  /** Bind KV that lags 60 s. */
  lagging?: boolean;
  /** Bind STATES to KV that a test can make fail, hang, or lag (`statesKv`). */
  unreliableStates?: boolean;
  /** Settings that differ, for every worker of the gateway. */
  vars?: Record<string, string>;
  /** Secrets that differ, for every worker of the gateway. */
  secrets?: Record<string, string>;
  /** Run the Durable Objects without the clock of the tests. */
  objectsOnRealClock?: boolean;
  /** Let the gateway use this repository's service instead of the stand-in. */
  realService?: boolean | undefined;
  /** Run the gateway as one Worker. By default, the environment decides (single-gateway.ts). */
  single?: boolean;
}

/** The two kinds of KV with which the gateway's tests run. */
export const kinds = [
  { kv: 'KV that shows every write at once', lagging: false },
  { kv: 'KV that lags 60 s', lagging: true },
];

/** A world whose gateway calls a stand-in for the service, so that its requests can be counted. */
export async function startGatewayWorld({
  lagging = false,
  unreliableStates = false,
  vars = {},
  secrets = {},
  realService,
  objectsOnRealClock = false,
  single,
}: GatewayWorldOptions = {}) {
  const standIn = await startServiceStandIn();
  const settings = { SERVICE_TIMEOUT: '5', ...(realService ? {} : { SERVICE_URL: standIn.url }), ...vars };
  const overrides = Object.fromEntries(
    [...kvBindingsOf('gateway')].map(([worker, names]) => [
      worker,
      {
        vars: settings,
        secrets,
        bindingOverrides: {
          ...(lagging ? Object.fromEntries(names.map((name) => [name, 'lagging-kv'])) : {}),
          ...(unreliableStates && names.includes('STATES') && { STATES: 'states-kv' }),
        },
      },
    ]),
  );
  const objects = { vars, ...(objectsOnRealClock && { bindingOverrides: { CLOCK: undefined } }) };
  const world = await startWorld({
    overrides: { ...overrides, 'plid-gateway-objects': objects },
    half: realService ? undefined : 'gateway',
    ...(single !== undefined && { single }),
    workers: [...(lagging ? [laggingKv] : []), ...(unreliableStates ? [statesKv] : [])],
  });
  const statesKvOf = () => world.harness.exported<Pick<UnreliableKv, 'behave' | 'counts'>>('states-kv');
  async function userAtRest(plid: string): Promise<AtRest> {
    const { USER } = world.durableObjects;
    return USER.getByName(plid).atRest();
  }
  return {
    ...world,
    /** The KV namespace of `unreliableStates`. */
    statesKv: statesKvOf,
    standIn,
    userAtRest,
    async sessionRows(plid: string): Promise<{ id: string; expires: number }[]> {
      return JSON.parse((await userAtRest(plid)).stored).sessions ?? [];
    },
    async userRow(plid: string): Promise<{ identity: string; owner: string } | undefined> {
      return JSON.parse((await userAtRest(plid)).stored).user?.[0];
    },
    /** The IDs of all flows that have started. */
    async flowIds(): Promise<string[]> {
      const { FLOW } = world.durableObjects;
      const known: ObjectName[] = await FLOW.getByName('any').known();
      return known.flatMap(([name, id]) => (name === 'Flow' ? [id] : []));
    },
    /** The stored contents of a flow's object. @param id one of `flowIds`. */
    async flowAtRest(id: string): Promise<AtRest> {
      const { FLOW } = world.durableObjects;
      return FLOW.get(FLOW.idFromString(id)).atRest();
    },
    /** Lets the gateway's Durable Objects fail during some work. */
    async withoutObjects<Result>(work: () => Promise<Result>): Promise<Result> {
      const { USER } = world.durableObjects;
      const any = USER.getByName('any');
      await any.failAll('reset');
      return work().finally(() => any.failAll(undefined));
    },
    /** Lets one user's object fail during some work. */
    async withoutObjectsFrom<Result>(plid: string, work: () => Promise<Result>): Promise<Result> {
      const { USER } = world.durableObjects;
      const user = () => USER.getByName(plid);
      await user().failAlone('reset');
      return work().finally(() => user().failAlone(undefined));
    },
    /** Waits, on the clock of the tests, until a lagging KV shows everything that was written. */
    async settle(): Promise<void> {
      if (lagging) await world.clock.advance(lag + 1);
    },
    async rest(): Promise<void> {
      const logs = world.logs();
      await world.rest();
      refuseSecrets(logs, standIn.everSent);
      standIn.reset();
    },
    async close(): Promise<void> {
      const logs = world.logs();
      await standIn.close();
      await world.close();
      refuseSecrets(logs, standIn.everSent);
    },
  };
}

/** A gateway's world for all tests of a file or of a `describe`; see useWorld. */
export const useGatewayWorld = (options: GatewayWorldOptions = {}): GatewayWorld =>
  useStarted(() => startGatewayWorld(options), kindOf('gateway', options));

/** Throws if a log holds a personal value or a secret. */
function refuseSecrets(logs: string, sent: ReadonlySet<string>): void {
  const words = new Set(logs.split(/[^\w-]+/));
  // Random IDs contain a few digits by chance, so a short value must be a separate word.
  const isLogged = (text: string) => (/^[\w-]{1,8}$/.test(text) ? words.has(text) : logs.includes(text));
  const looked = [...sent, ...Object.values(person)].filter((text) => text.length > 3);
  const found = looked.filter(isLogged);
  if (found.length > 0) throw new Error(`The log holds ${found.join(', ')}`);
}

export type GatewayWorld = Awaited<ReturnType<typeof startGatewayWorld>>;

/** A browser at the gateway, which shows a redirect to elsewhere instead of following it. */
export class Visitor extends BrowserSession {
  readonly #gateway: string;

  constructor(world: Pick<GatewayWorld, 'gateway' | 'fetch'>, headers: Record<string, string> = {}) {
    super(world, {
      headers,
      visitable: (url) => url.origin === origins.gateway && url.pathname.startsWith('/auth/'),
    });
    this.#gateway = world.gateway;
  }

  /** Starts a sign-in. @returns the address of the callback, as the service makes it. */
  async start(
    query = '',
    code: string = crypto.randomUUID(),
  ): Promise<{ callback: URL; state: string; code: string }> {
    const login = await this.get(`${this.#gateway}/auth/login${query}`);
    const state = login.url.searchParams.get('state') ?? '';
    return { callback: callbackOf(this.#gateway, { code, state }), state, code };
  }

  /** Signs in from beginning to end. @returns the last step. */
  async signIn(query?: string, code?: string): Promise<Shown> {
    const { callback } = await this.start(query, code);
    return this.get(callback);
  }

  /** The session as the gateway answers it; undefined without one. */
  async session(): Promise<Record<string, unknown> | undefined> {
    const answer = await this.fetch(`${this.#gateway}/auth/session`);
    return answer.status === 200 ? ((await answer.json()) as Record<string, unknown>) : undefined;
  }

  /** Submits a form of a page of the gateway's own origin. */
  post(route: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return this.fetch(`${this.#gateway}${route}`, {
      method: 'POST',
      headers: {
        Origin: this.#gateway,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
  }

  get secret(): string | undefined {
    return this.cookies(this.#gateway).get('__Host-plid-session');
  }
}

/** A callback's address (§4.1). */
export function callbackOf(gateway: string, parameters: Record<string, string>): URL {
  return new URL(`${gateway}/auth/callback?${new URLSearchParams(parameters)}`);
}
