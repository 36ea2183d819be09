import type { Misbehaviour, OutagesWorld } from './support/outages-world.ts';
import type { gateway, service } from './table.ts';

/** A kind of failure of a dependency. */
export interface Outage {
  begin(world: OutagesWorld): unknown;
  end(world: OutagesWorld): unknown;
  /** How often the dependency was called so far. */
  asked(world: OutagesWorld): number | Promise<number>;
  /** Whether an earlier outage has tried the same dependency in another way: cells without a call, and cells about memory, are then left out. */
  again?: boolean;
}

export interface Down<Column extends string = string> {
  how: string;
  column: Column;
  outage: Outage;
}
type ServiceColumn = keyof (typeof service)[keyof typeof service];
type GatewayColumn = keyof (typeof gateway)[keyof typeof gateway];
type Half = 'service' | 'gateway';

const kvIs = (half: Half, behaviour: Parameters<OutagesWorld['kv'][Half]['behave']>[0]): Outage => ({
  begin: ({ kv }) => kv[half].behave(behaviour),
  end: ({ kv }) => kv[half].behave({}),
  async asked({ kv }) {
    const { get, put, list, delete: deleted } = await kv[half].counts();
    return get + put + list + deleted;
  },
});
const failing = { reads: 'fail', writes: 'fail' } as const;
const silent = { reads: 'hang', writes: 'hang', silence: 25_000 } as const;

export const objectsAre = (half: Half, failure: 'reset' | 'bug'): Outage => ({
  begin: async ({ objects }) => (await objects[half]()).failAll(failure),
  end: async ({ objects }) => (await objects[half]()).failAll(undefined),
  asked: async ({ objects }) => (await objects[half]()).calls(),
});

const carrierIs = (how: 'fails' | 'hangs'): Outage => ({
  begin: ({ carriers }) => carriers.is(how),
  end: ({ carriers }) => carriers.works(),
  asked: ({ carriers }) => carriers.asked(),
});

const serviceIs = (how: Misbehaviour): Outage => ({
  begin: ({ upstream }) => upstream.misbehave(how),
  end: ({ upstream }) => upstream.misbehave(undefined),
  asked: ({ upstream }) => [...upstream.calls.values()].reduce((sum, count) => sum + count, 0),
});

export const serviceOutages: Down<ServiceColumn>[] = [
  { how: 'KV fails', column: 'KV is down', outage: kvIs('service', failing) },
  { how: 'KV is silent', column: 'KV is down', outage: { ...kvIs('service', silent), again: true } },
  { how: 'KV lags by 60 seconds', column: 'KV lags', outage: kvIs('service', { lag: 60 }) },
  {
    how: 'every Durable Object is reset',
    column: 'Durable Objects are down',
    outage: objectsAre('service', 'reset'),
  },
  { how: 'the carrier throws', column: 'the carrier is down', outage: carrierIs('fails') },
  {
    how: 'the carrier is silent',
    column: 'the carrier is down',
    outage: { ...carrierIs('hangs'), again: true },
  },
];

export const gatewayOutages: Down<GatewayColumn>[] = [
  { how: 'KV fails', column: 'KV is down', outage: kvIs('gateway', failing) },
  { how: 'KV is silent', column: 'KV is down', outage: { ...kvIs('gateway', silent), again: true } },
  { how: 'KV lags by 60 seconds', column: 'KV lags', outage: kvIs('gateway', { lag: 60 }) },
  {
    how: 'every Durable Object is reset',
    column: 'Durable Objects are down',
    outage: objectsAre('gateway', 'reset'),
  },
  {
    how: 'the service does not respond',
    column: 'the service does not respond',
    outage: serviceIs('silence'),
  },
  { how: 'the service says 503', column: 'the service says 503', outage: serviceIs(503) },
  {
    how: 'the service sends an invalid response',
    column: 'the service sends an invalid response',
    outage: serviceIs('nonsense'),
  },
];
