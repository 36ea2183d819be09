import { signInName } from '../../workers/service/shared/sign-in-name.ts';
import { kv, productWorkers } from '../runner/product.ts';
import type { Call, Case, System, Worker } from '../runner/system.ts';
import { servicePeers } from './service-peers.ts';
import { authorize, client, forged, form, readUser, redeem, redirect } from './service-requests.ts';

const base64 = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const values = { KEYS: `k1:${base64(1)}`, PHONE_KEY: base64(3), BASE_URL: 'https://login.example.com' };
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
    ACCOUNT: { object: 'Account', in: objects },
  },
});

const limitWorkers: readonly Worker[] = [
  {
    name: 'limit',
    source: 'bench/limits/service.ts',
    bindings: {
      KEYS: { text: values.KEYS },
      APPLICATIONS: { kv: kv.name },
      ACCOUNT: { object: 'Account', in: 'objects' },
    },
  },
  { name: 'objects', source: 'bench/limits/service-objects.ts', classes: ['Account'] },
  mint('objects'),
  kv,
];

const people = 800;

/** Asks the worker of stubs/mint-service.ts for the values that requests need. */
const made = async (call: Call, what: string, count: number, options = ''): Promise<string[]> =>
  (await (await call('mint', `/${what}?n=${count}${options}`)).json()) as string[];

interface ServiceCase extends Pick<Case, 'name' | 'status' | 'once' | 'targets'> {
  worker: string;
  requests: System['requests'];
  /** Called for the limit before its first request. @param product asks the product. */
  prepareLimit?(limit: Call, product: Call): Promise<void>;
}

let nextPerson = people;

/** An object that is awake has three files open, and a process may often open no more than 20,000. */
const maxAccounts = 6_300;

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
    targets: { limit: 1.25 },
    requests: async (call, count) =>
      (await made(call, 'accounts', Math.min(count, maxAccounts))).map((plid) =>
        form('/v1/user/disconnect', { plid }),
      ),
  },
  {
    name: 'refused',
    worker: 'service-authorize',
    status: 400,
    targets: { limit: 1.3 },
    requests: async () => [authorize('https://elsewhere.example/callback')],
  },
  {
    name: 'sign-in-page',
    worker: 'service-authorize',
    status: 200,
    targets: { limit: 1.5 },
    requests: async () => [authorize(redirect)],
    prepareLimit: copyPage,
  },
  {
    name: 'automatic-login',
    worker: 'service-authorize',
    status: 302,
    targets: { limit: 1.3 },
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
    targets: { limit: 1.25 },
    requests: async () => [redeem(forged)],
  },
  {
    name: 'forged-token',
    worker: 'service-user',
    status: 401,
    targets: { limit: 1.25 },
    requests: async () => [readUser(forged)],
  },
];

/** Gives the limit the product's page, with the places of the nonce, of the sign-in's id and of its name marked: both then send the same page. */
async function copyPage(limit: Call, product: Call): Promise<void> {
  const { path, headers = {} } = authorize(redirect);
  const answer = await product('service-authorize', path, {
    headers: { ...headers, 'X-Forwarded-Proto': 'https' },
  });
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '') ?? [];
  const [, id = ''] = /plid-sign-in-([\w-]+)=/.exec(answer.headers.get('Set-Cookie') ?? '') ?? [];
  const name = signInName(id);
  const page = (await answer.text())
    .replaceAll(nonce, '{nonce}')
    .replaceAll(id, '{id}')
    .replaceAll(name, '{name}')
    .replaceAll([...name].join(' '), '{letters}');
  await limit('limit', '/page', { method: 'PUT', body: page, headers: { 'X-Forwarded-Proto': 'https' } });
}

export async function serviceCases(): Promise<Case[]> {
  const workers = [
    'service-objects',
    'service-token',
    'service-user',
    'service-disconnect',
    'service-authorize',
  ];
  const productSide = [...(await productWorkers(workers, values)), mint('service-objects')];
  const setUp = async (call: Call) => void (await call('mint', '/set-up'));
  return cases.map(({ worker, requests, prepareLimit, ...stated }) => ({
    ...stated,
    half: 'service',
    systems: [
      { name: 'product', workers: productSide, target: worker, prepare: setUp, requests },
      {
        name: 'limit',
        workers: limitWorkers,
        target: 'limit',
        async prepare(call, product) {
          await setUp(call);
          await prepareLimit?.(call, product);
        },
        requests,
      },
      ...servicePeers(stated.name),
    ],
  }));
}
