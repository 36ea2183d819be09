import path from 'node:path';
import type { ObjectFailure } from '../../support/assertions/observed-objects.ts';
import { startApplication } from '../../support/fakes/application-stand-in.ts';
import type CarrierControl from '../../support/fakes/carrier-stand-in.ts';
import type UnreliableKv from '../../support/fakes/unreliable-kv-worker.ts';
import { account, hana } from '../../support/fixtures/grants.ts';
import { origins } from '../../support/world/test-settings.ts';
import { control, kvBindingsOf, root, type WorkerInput } from '../../support/world/test-workers.ts';
import { startWorld } from '../../support/world/world.ts';

const compatibility_date = '2026-10-20';
const clock = { binding: 'CLOCK', service: control };
const source = (file: string) => path.join(root, 'test/support', file);

const kv = (name: string): WorkerInput => ({
  config: { name, main: source('fakes/unreliable-kv-worker.ts'), compatibility_date, services: [clock] },
});
const carrier: WorkerInput = {
  config: { name: 'plid-carrier', main: source('fakes/carrier-stand-in.ts'), compatibility_date },
};
/** The KV namespaces of a half's workers, replaced by one that fails when a test says so. */
const inKv = (half: 'service' | 'gateway', settings: object = {}) =>
  Object.fromEntries(
    [...kvBindingsOf(half)].map(([name, bound]) => [
      name,
      { ...settings, bindingOverrides: Object.fromEntries(bound.map((binding) => [binding, `${half}-kv`])) },
    ]),
  );

/** How long the gateway waits for the service, in seconds. */
const SERVICE_TIMEOUT = '12';

/** The service's behaviour instead of an answer, as the gateway sees it. */
export type Misbehaviour = 'silence' | 503 | 'nonsense';

/** Both halves, with dependencies that fail when a test says so. */
export async function startOutagesWorld() {
  const application = await startApplication(() => new Response('from the application'));
  const vars = { SERVICE_TIMEOUT, APPLICATION_URL: application.url, PUBLIC_PATHS: '/public/*' };
  const overrides = {
    ...inKv('service'),
    // Without it, accounts send no events. The alarm of an account would call KV in addition to the question that is counted.
    'plid-service-objects': {
      secrets: { EVENT_KEY: undefined },
      bindingOverrides: { APPLICATIONS: 'service-kv' },
    },
    ...inKv('gateway', { vars }),
  };
  const workers = [kv('service-kv'), kv('gateway-kv'), carrier];
  const world = await startWorld({ overrides, workers });
  const { exported } = world.harness;
  const service = interceptService();
  const carriers =
    await exported<Pick<CarrierControl, 'answer' | 'asked' | 'letEachPhoneApproveItsOwn'>>('plid-carrier');
  const approving = { status: 'approved', identity: hana } as const;
  await carriers.answer({ outcome: approving });
  await carriers.letEachPhoneApproveItsOwn();

  return {
    ...world,
    application,
    kv: {
      service: await exported<Pick<UnreliableKv, 'behave' | 'counts'>>('service-kv'),
      gateway: await exported<Pick<UnreliableKv, 'behave' | 'counts'>>('gateway-kv'),
    },
    objects: {
      async service(): Promise<ObjectControl> {
        return account(world, 'any') as unknown as ObjectControl;
      },
      async gateway(): Promise<ObjectControl> {
        const { USER } = world.durableObjects;
        return USER.getByName('any');
      },
    },
    carriers: {
      asked: () => carriers.asked(),
      works: () => carriers.answer({ confirmation: requested(), outcome: approving }),
      is: (failure: 'fails' | 'hangs') => carriers.answer({ confirmation: failure, outcome: failure }),
    },
    upstream: service,
    async close(): Promise<void> {
      service.restore();
      await world.close();
      await application.close();
    },
  };
}

export type OutagesWorld = Awaited<ReturnType<typeof startOutagesWorld>>;

interface ObjectControl {
  failAll(failure: ObjectFailure | undefined): Promise<void>;
  calls(): Promise<number>;
}

const requested = () => ({ status: 'requested', requestId: 'r1' }) as const;

/** Stands between the gateway and the service: counts the requests, and can answer instead of the service. */
function interceptService() {
  const betweenWorkers = globalThis.fetch;
  let misbehaviour: Misbehaviour | undefined;
  const calls = new Map<string, number>();

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.origin !== origins.service) return betweenWorkers(input, init);
    const request = new Request(input, init);
    const body = await request.text();
    const call = [request.method, url.pathname, new URLSearchParams(body).get('code') ?? ''].join(' ').trim();
    calls.set(call, (calls.get(call) ?? 0) + 1);
    if (misbehaviour !== undefined) return misbehave(misbehaviour);
    const headers = Object.fromEntries(request.headers);
    return betweenWorkers(url, { method: request.method, headers, ...(body === '' ? {} : { body }) });
  };

  return {
    misbehave(next: Misbehaviour | undefined): void {
      misbehaviour = next;
    },
    /** The number of each request: `POST /oauth2/token <code>`. */
    calls: calls as ReadonlyMap<string, number>,
    restore(): void {
      globalThis.fetch = betweenWorkers;
    },
  };
}

async function misbehave(how: Misbehaviour): Promise<Response> {
  if (how === 503) return Response.json({ error: 'server_error', message: 'Retry later.' }, { status: 503 });
  if (how === 'silence') await new Promise((resolve) => setTimeout(resolve, 1_100 * Number(SERVICE_TIMEOUT)));
  return new Response('<html>sorry</html>', { headers: { 'Content-Type': 'text/html' } });
}
