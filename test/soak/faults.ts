import type { Fault } from '../../workers/sandbox/fault.ts';
import type { KvBehaviour } from '../support/doubles/stored-kv-worker.ts';
import { askSandbox } from '../support/requests/sandbox-requests.ts';
import { letCarrierBe } from '../support/world/rude-world.ts';
import { call } from './closed-sockets.ts';
import type { Draw } from './draw.ts';
import { rudeCarriers as rudely } from './ledger.ts';
import type { SoakWorld } from './soak-world.ts';

/** A kind of fault that lasts for a while. */
export interface FaultKind {
  name: string;
  begin(world: SoakWorld, draw: Draw): Promise<unknown>;
  end(world: SoakWorld): Promise<unknown>;
}

const endpoints = ['/oauth2/authorize', '/oauth2/token', '/v1/user/me', '/v1/user/disconnect'] as const;
type Endpoint = (typeof endpoints)[number];

/** Faults of the sandbox at the service, some at each endpoint. @param faultsOf the faults that an endpoint may have. */
const atService = (
  name: string,
  faultsOf: (endpoint: Endpoint, draw: Draw) => Partial<Fault>[],
): FaultKind => ({
  name,
  begin: (world, draw) =>
    setFaults(
      world,
      endpoints.flatMap((endpoint) => {
        const faults = faultsOf(endpoint, draw);
        return faults.map((fault) => ({ endpoint, count: draw.between(2, 20), ...fault }));
      }),
    ),
  end: (world) => setFaults(world, []),
});

async function setFaults(world: SoakWorld, faults: object[]): Promise<void> {
  const answer = await call(() => askSandbox(world, 'PUT', '/faults', { faults }));
  if (answer.status !== 200) throw new Error(`No faults: ${await answer.text()}`);
}

const kv = (half: 'service' | 'gateway', how: string, behaviour: KvBehaviour): FaultKind => ({
  name: `KV of the ${half} ${how}`,
  begin: (world) => call(async () => (await world.kv(half)).behave(behaviour)),
  end: (world) => call(async () => (await world.kv(half)).behave({})),
});

const objects = (half: 'service' | 'gateway'): FaultKind => ({
  name: `objects of the ${half} fail`,
  begin: (world) => call(() => world.objects().then((objects) => objects.fail(half, 'reset'))),
  end: (world) => call(() => world.objects().then((objects) => objects.fail(half, undefined))),
});

/** The first fault of a soak. */
export const outage: FaultKind = {
  name: 'the carriers do not answer',
  begin: (world, draw) =>
    setFaults(world, [
      { endpoint: 'carrier', kind: 'outage', count: 1_000, milliseconds: draw.of([0, 0, 300]) },
    ]),
  end: (world) => setFaults(world, []),
};

/** The fault in each answer is drawn. */
const rudeCarriers: FaultKind = {
  name: rudely,
  begin: (world, draw) => call(() => letCarrierBe(world, { seed: draw.between(0, 2 ** 31) })),
  end: (world) => call(() => letCarrierBe(world, 'polite')),
};

/** Every kind but the kill. Spellings are no faults: the specification allows them. */
export const faultKinds: readonly FaultKind[] = [
  atService('the service answers with errors', (_, draw) => [
    draw.of<Partial<Fault>>([
      { kind: 'error', status: 503, error: 'server_error' },
      { kind: 'error', status: 500, error: 'server_error' },
      { kind: 'html', status: 502 },
      { kind: 'html', status: 200 },
    ]),
  ]),
  atService('answers of the service are cut', () => [{ kind: 'cut' }]),
  atService('the service is slow', (_, draw) => [{ kind: 'delay', milliseconds: draw.between(200, 1_500) }]),
  atService('the service spells otherwise', (endpoint) => {
    if (endpoint === '/oauth2/token') return [{ kind: 'string-expires_in', count: 1_000 }];
    if (endpoint !== '/v1/user/me') return [];
    return (['empty-error', 'encrypted-agegroup', 'plain-fields'] as const).map((kind) => ({
      kind,
      count: 1_000,
    }));
  }),
  outage,
  rudeCarriers,
  kv('service', 'lags', { lag: 60 }),
  kv('service', 'fails', { calls: 'fail' }),
  kv('service', 'is silent', { calls: 'hang' }),
  kv('gateway', 'lags', { lag: 60 }),
  kv('gateway', 'fails', { calls: 'fail' }),
  kv('gateway', 'is silent', { calls: 'hang' }),
  objects('service'),
  objects('gateway'),
];

/** How long after its end a fault may still have effects, in milliseconds: requests wait 3 s and more for a silent dependency. */
const grace = 8_000;

/** How soon after the end of a fault a login must succeed, in milliseconds. */
const longestRecovery = 60_000;

/** The times of faults, on the real clock, in milliseconds. */
export class FaultTimes {
  /** The end of the latest fault; infinite while one is on. */
  #until = Number.NEGATIVE_INFINITY;
  #recovery = Promise.withResolvers<void>();

  begin(): void {
    this.#until = Number.POSITIVE_INFINITY;
    this.#recovery = Promise.withResolvers();
  }

  /**
   * Ends the fault, and waits for a login that begins after it to succeed. The next fault begins no sooner, so that the end of
   * each is seen.
   * @returns how long that took, in milliseconds; undefined if none succeeded in time.
   */
  async end(): Promise<number | undefined> {
    const ended = Date.now();
    this.#until = ended;
    const expiry = Promise.withResolvers<void>();
    const timer = setTimeout(expiry.resolve, longestRecovery);
    await Promise.race([this.#recovery.promise, expiry.promise]);
    clearTimeout(timer);
    const took = Date.now() - ended;
    return took < longestRecovery ? took : undefined;
  }

  /** Whether a fault lasted, or could still have effects, between a moment and now. */
  since(moment: number): boolean {
    return this.#until + grace >= moment;
  }

  /** Records that a login which began then has succeeded. */
  succeeded(begun: number): void {
    if (begun >= this.#until) this.#recovery.resolve();
  }
}
