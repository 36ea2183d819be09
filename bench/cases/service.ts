import { kv, productWorkers } from '../runner/product.ts';
import type { Call, Case, Worker } from '../runner/system.ts';
import { maxAccounts, people, type ServiceCase } from './service-case.ts';
import { servicePeers } from './service-peers.ts';
import { authorize, client, forged, form, readUser, redeem, redirect } from './service-requests.ts';
import { signInCases } from './sign-in-cases.ts';

const base64 = (byte: number): string =>
  Buffer.from('0123456789abcdef'.repeat(2)).fill(byte, 0, 8).toString('base64');
const values = { KEYS: `k1:${base64(1)}`, PHONE_KEY: base64(3), BASE_URL: 'https://login.example.com' };
/** The carriers, whose work counts on both sides alike. */
const carrier: Worker = { name: 'carrier', source: 'bench/stubs/carrier.ts' };
const carrierBinding = { CARRIER: { service: carrier.name, entrypoint: 'Carrier' } };
/** No request here uses OpenID Connect, so none needs a signature. */
const signerBinding = { SIGNER: { service: carrier.name } };

/** The worker that makes codes and the like in a system. @param objects the name of the worker that holds Account. */
const mint = (objects: string): Worker => ({
  name: 'mint',
  source: 'bench/stubs/mint-service.ts',
  bindings: {
    KEYS: { text: values.KEYS },
    CLIENT_ID: { text: client.CLIENT_ID },
    CLIENT_SECRET: { text: client.CLIENT_SECRET },
    REDIRECT_URI: { text: redirect },
    APPLICATIONS: { kv: kv.name },
    LOCATION_HINT: { text: 'apac-ne' },
    PHONE_KEY: { text: values.PHONE_KEY },
    ACCOUNT: { object: 'Account', in: objects },
    // Codes and tokens, which the limit needs, are made without a phone.
    ...(objects === 'service-objects' && { PHONE: { object: 'Phone', in: objects } }),
  },
});

const limitWorkers: readonly Worker[] = [
  {
    name: 'limit',
    source: 'bench/baselines/service.ts',
    bindings: {
      KEYS: { text: values.KEYS },
      APPLICATIONS: { kv: kv.name },
      ACCOUNT: { object: 'Account', in: 'objects' },
    },
  },
  { name: 'objects', source: 'bench/baselines/service-objects.ts', classes: ['Account'] },
  mint('objects'),
  kv,
];

/** Asks the worker of stubs/mint-service.ts for the values that requests need. */
const made = async (call: Call, what: string, count: number, options = ''): Promise<string[]> =>
  (await (await call('mint', `/${what}?n=${count}${options}`)).json()) as string[];

let nextPerson = people;

const cases: readonly ServiceCase[] = [
  {
    name: 'token',
    worker: 'service-token',
    status: 200,
    once: true,
    targets: { limit: 1.25, 'workers-oauth-provider': 0.65 },
    requests: async (call, count) => (await made(call, 'codes', count, `&people=${people}`)).map(redeem),
  },
  {
    name: 'user',
    worker: 'service-user',
    status: 200,
    targets: { limit: 1.2 },
    requests: async (call, count) => (await made(call, 'tokens', Math.min(count, people / 2))).map(readUser),
  },
  {
    name: 'disconnect',
    worker: 'service-disconnect',
    status: 200,
    once: true,
    requests: async (call, count) =>
      (await made(call, 'accounts', Math.min(count, maxAccounts))).map((plid) =>
        form('/v1/user/disconnect', { plid }),
      ),
  },
  {
    name: 'refused',
    worker: 'service-authorize',
    status: 400,
    requests: async () => [authorize('https://elsewhere.example/callback')],
  },
  {
    name: 'sign-in-page',
    worker: 'service-authorize',
    status: 200,
    requests: async () => [authorize(redirect)],
  },
  ...signInCases,
  {
    name: 'automatic-login',
    worker: 'service-authorize',
    status: 302,
    async requests(call, count) {
      nextPerson += people;
      const devices = await made(call, 'devices', Math.min(count, people), `&first=${nextPerson}`);
      return devices.map((device) =>
        authorize(redirect, { Cookie: `__Host-plid-device-${client.CLIENT_ID}=${device}` }),
      );
    },
  },
  {
    name: 'forged-code',
    worker: 'service-token',
    status: 500,
    requests: async () => [redeem(forged)],
  },
  {
    name: 'forged-token',
    worker: 'service-user',
    status: 401,
    requests: async () => [readUser(forged)],
  },
];

export async function serviceCases(): Promise<Case[]> {
  const workers = [
    'service-objects',
    'service-token',
    'service-user',
    'service-disconnect',
    'service-authorize',
  ];
  const listed = await productWorkers(workers, values);
  const bound = listed.map((worker) =>
    worker.name === 'service-authorize'
      ? { ...worker, bindings: { ...worker.bindings, ...carrierBinding, ...signerBinding } }
      : worker,
  );
  const productSide = [...bound, mint('service-objects'), carrier];
  const setUp = async (call: Call) => void (await call('mint', '/set-up'));
  return cases.map(({ worker, requests, targets = {}, ...stated }) => ({
    ...stated,
    targets,
    half: 'service',
    systems: [
      { name: 'product', workers: productSide, target: worker, prepare: setUp, requests },
      ...('limit' in targets
        ? [{ name: 'limit', workers: limitWorkers, target: 'limit', prepare: setUp, requests }]
        : []),
      ...servicePeers(stated.name),
    ],
  }));
}
