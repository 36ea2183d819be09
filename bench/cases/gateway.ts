import { kv, productWorkers, rateLimit } from '../runner/product.ts';
import type { Binding, Case, System, Worker } from '../runner/system.ts';
import {
  browserHeaders,
  callbacks,
  forged,
  host,
  made,
  ownCallbacks,
  people,
  scriptHeaders,
  withSession,
} from './gateway-requests.ts';

const values: Record<string, string> = {
  KEYS: `k1:${Buffer.from('0123456789abcdef'.repeat(2)).toString('base64')}`,
  CLIENT_ID: 'demoshop000000000001',
  CLIENT_SECRET: '0123456789abcdef'.repeat(4),
  SERVICE_URL: 'https://login.example.com',
  GATEWAY_ORIGIN: 'https://shop.example.com',
  APPLICATION_URL: 'https://application.example.com',
  IDENTITY_KEY: 'fedcba9876543210'.repeat(4),
};

/** The login service and the application, in a process of their own. */
const upstream = {
  name: 'upstream',
  source: 'bench/stubs/upstream.ts',
  bindings: { CLIENT_SECRET: { text: values.CLIENT_SECRET ?? '' } },
};

/** @param prefix of the names of the classes. */
const objectsIn = (worker: string, prefix = ''): Record<string, Binding> => ({
  FLOW: { object: `${prefix}Flow`, in: worker },
  USER: { object: `${prefix}User`, in: worker },
});

/** The worker that makes sessions and the like in a system. @param objects the bindings of the system's objects. */
const mint = (objects: Record<string, Binding>): Worker => ({
  name: 'mint',
  source: 'bench/stubs/mint-gateway.ts',
  bindings: { KEYS: { text: values.KEYS ?? '' }, SESSIONS: { kv: kv.name }, ...objects },
});

const objectsOfSingle = objectsIn('single', 'Plid');
const settingsOfSingle = ['KEYS', 'CLIENT_ID', 'CLIENT_SECRET', 'SERVICE_URL', 'APPLICATION_URL'];
const limitsOfSingle = ['REQUEST_LIMIT', 'STATE_LIMIT', 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'];

/** The product's gateway as one Worker, configured as `plid init worker` does it. */
const singleWorkers: readonly Worker[] = [
  {
    name: 'single',
    source: 'bench/stubs/single-gateway.ts',
    bindings: {
      ...Object.fromEntries(settingsOfSingle.map((name) => [name, { text: values[name] ?? '' }])),
      ...Object.fromEntries(limitsOfSingle.map((name) => [name, { service: rateLimit.name }])),
      ...objectsOfSingle,
      STATES: { kv: kv.name },
      SESSIONS: { kv: kv.name },
    },
    classes: ['PlidFlow', 'PlidUser'],
    outbound: upstream.name,
    compatibilityFlags: ['global_fetch_strictly_public'],
  },
  mint(objectsOfSingle),
  kv,
  rateLimit,
];

/** A gateway by hand. @param source the file of the limit, or of a peer. */
const byHand = (source: string): readonly Worker[] => [
  {
    name: 'limit',
    source,
    bindings: {
      ...Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text }])),
      ...objectsIn('objects'),
      SESSIONS: { kv: kv.name },
      REQUEST_LIMIT: { service: rateLimit.name },
    },
    outbound: upstream.name,
  },
  { name: 'objects', source: 'bench/baselines/gateway-objects.ts', classes: ['Flow', 'User'] },
  mint(objectsIn('objects')),
  kv,
  rateLimit,
];

const limitWorkers = byHand('bench/baselines/gateway.ts');

interface GatewayCase extends Pick<Case, 'name' | 'status' | 'once'> {
  worker: string;
  requests: System['requests'];
  /** Of the case with a hand-written limit. */
  targets?: Case['targets'];
  /** The libraries that can do what the case measures, and the requests that each is sent. */
  peers?: Readonly<Record<string, System['requests']>>;
}

const cases: readonly GatewayCase[] = [
  {
    name: 'login',
    worker: 'gateway-login',
    status: 302,
    requests: async () => [{ path: '/auth/login?return_to=%2Forders', host, headers: browserHeaders }],
  },
  {
    name: 'callback',
    worker: 'gateway-callback',
    status: 303,
    once: true,
    targets: { limit: 1.2, arctic: 1 },
    peers: {
      arctic: callbacks,
      oauth4webapi: callbacks,
      'auth-core': ownCallbacks('/auth/callback/plid'),
      'arctic-alone': ownCallbacks('/auth/callback'),
    },
    requests: callbacks,
  },
  {
    name: 'session',
    worker: 'gateway-session',
    status: 200,
    requests: async (call, count) =>
      (await made<string>(call, 'sessions', Math.min(count, people / 2))).map((token) =>
        withSession('/auth/session', token, scriptHeaders),
      ),
  },
  {
    name: 'no-session',
    worker: 'gateway-session',
    status: 401,
    requests: async () => [{ path: '/auth/session', host, headers: scriptHeaders }],
  },
  {
    name: 'forged-session',
    worker: 'gateway-session',
    status: 401,
    requests: async () => [withSession('/auth/session', `plid_${forged}`, scriptHeaders)],
  },
  {
    name: 'token-proxy',
    worker: 'gateway-token',
    status: 200,
    once: true,
    requests: async (call, count) =>
      (await made<Record<string, string>>(call, 'app-flows', count)).map((fields) => ({
        method: 'POST',
        path: '/auth/token',
        host,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `${new URLSearchParams({ grant_type: 'authorization_code', ...fields })}`,
      })),
  },
  {
    name: 'user-proxy',
    worker: 'gateway-user',
    status: 200,
    requests: async () =>
      Array.from({ length: people }, (_, person) => ({
        path: '/auth/user',
        host,
        headers: { Authorization: `Bearer ${person}.${'t'.repeat(43)}` },
      })),
  },
  {
    name: 'guard',
    worker: 'gateway-guard',
    status: 200,
    requests: async (call, count) =>
      (await made<string>(call, 'sessions', Math.min(count, people / 2))).map((token) =>
        withSession('/orders?page=2', token, browserHeaders),
      ),
  },
];

export async function gatewayCases(): Promise<Case[]> {
  const names = ['objects', 'login', 'callback', 'session', 'token', 'user', 'guard'];
  const workers = await productWorkers(
    names.map((name) => `gateway-${name}`),
    values,
  );
  const productSide = [
    ...workers.map((worker) => ({ ...worker, outbound: upstream.name })),
    mint(objectsIn('gateway-objects')),
  ];
  return cases.map(({ worker, requests, targets = {}, peers = {}, ...stated }) => ({
    ...stated,
    targets: { ...targets, single: 1.05 },
    half: 'gateway',
    helpers: [upstream],
    systems: [
      { name: 'product', workers: productSide, target: worker, requests },
      { name: 'single', workers: singleWorkers, target: 'single', requests },
      ...('limit' in targets ? [{ name: 'limit', workers: limitWorkers, target: 'limit', requests }] : []),
      ...Object.entries(peers).map(([name, requests]) => ({
        name,
        workers: byHand(`bench/peers/${name}.js`),
        target: 'limit',
        requests,
      })),
    ],
  }));
}
