import { proxyTokenHeader } from '../../../sandbox/world/refuse-foreign-page.ts';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { findByPattern } from '../../../workers/core/worker/routes.ts';
import { type ConsentTerms, defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../../workers/service/registry/application-secrets.ts';
import { compareWithContract, isInContract } from '../assertions/contract.ts';
import type { Controls } from '../fakes/control-worker.ts';
import type { Init } from '../fixtures/browser-session.ts';
import { durableObjects } from './durable-objects.ts';
import { startHarness } from './harness.ts';
import { isSingle } from './single-gateway.ts';
import { applications, localProxyToken, origins, serviceKeys } from './test-settings.ts';
import {
  control,
  type Half,
  localWorker,
  nameOf,
  type Overrides,
  type Releases,
  type RoutedWorker,
  routesOf,
  routeWorkers,
  type WorkerInput,
} from './test-workers.ts';

export interface WorldOptions {
  /** Run sandbox/local.ts instead of the workers of each route. */
  local?: boolean;
  /** Run only the workers of one half: the service with the sandbox behind it, or the gateway. It starts faster. */
  half?: Half | undefined;
  /** Run the gateway as one Worker. By default, the environment decides (single-gateway.ts). */
  single?: boolean;
  overrides?: Overrides;
  /** Run the objects, or the workers that call them, of another source tree. */
  releases?: Releases;
  /** Further workers, such as a stand-in for an upstream; one with the name of another replaces it. */
  workers?: WorkerInput[];
  /** A folder for the stored state: with it the world can be killed. */
  folder?: string;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * Starts the workers in workerd, with real KV and Durable Objects, on the clock of the tests. Requests of the workers to each
 * other's addresses reach them again; nothing leaves this machine.
 */
export async function startWorld({
  local = false,
  half,
  single = isSingle(),
  overrides = {},
  releases = {},
  workers: more = [],
  folder,
}: WorldOptions = {}) {
  const replaced = new Set(routesOf(more).map(({ name }) => name));
  const workersWith = (changed: Overrides): WorkerInput[] => {
    const variant = { half, single, overrides: changed, releases, outlives: folder !== undefined, replaced };
    const usual = local ? localWorker(variant) : routeWorkers(variant);
    return [...usual.filter((worker) => !replaced.has(nameOf(worker))), ...more];
  };
  const workers = workersWith(overrides);
  /** A further worker is in front of one that has the same route. */
  const routed = [...routesOf(more), ...routesOf(workers)];
  /** Answers are checked against the contract only if their workers are of this release: the previous one had its own. */
  const isOfThisRelease = releases.callers === undefined;
  const harness = await startHarness(workers, folder);
  let restoreFetch = routeOutboundFetches(fetchFromWorkers);

  async function fetchFromWorkers(address: string | URL, init: Init = {}): Promise<Response> {
    const url = new URL(address);
    const response = (await harness.fetch(workerAt(url), url.href, init as never)) as unknown as Response;
    if (isOfThisRelease && isHeld(url) && !response.headers.has('Sandbox-Fault')) {
      await compareWithContract(init.method ?? 'GET', url, response);
    }
    return response;
  }
  const workerAt = (url: URL): string => (local ? 'plid-local' : workerFor(url, routed));

  const { env } = harness;
  async function ask<Name extends keyof Controls>(
    name: Name,
    ...parameters: Parameters<Controls[Name]>
  ): Promise<Awaited<ReturnType<Controls[Name]>>> {
    const body = JSON.stringify([name, ...parameters]);
    const answer = await harness.fetch(control, 'http://control', { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
    return (await answer.json()) as Awaited<ReturnType<Controls[Name]>>;
  }
  const now = async () => Math.floor((await ask('now')) / 1000);

  const objects = durableObjects((...parameters) => ask('call', ...parameters));

  async function prepare(): Promise<void> {
    if (local) await fetchFromWorkers(`${origins.local}/oauth2/authorize`);
    else if (half !== 'gateway') await registerApplications(objects, await now());
  }
  if (!local) await prepare();

  return {
    applications,
    service: local ? origins.local : origins.service,
    gateway: local ? origins.local : origins.gateway,
    sandbox: local ? origins.local : origins.sandbox,
    /** Sends a request to the worker whose route matches. Never follows a redirect. */
    fetch: fetchFromWorkers,
    /** The worker whose route matches. @throws if none does. */
    workerAt,
    /** The address for a WebSocket's request, and the headers that lead it to its worker. */
    socketTo: async (url: URL) => ({
      address: await harness.address(),
      headers: {
        'MF-Route-Override': workerAt(url),
        'MF-Original-URL': url.href,
        [proxyTokenHeader]: localProxyToken,
      },
    }),
    env,
    durableObjects: objects,
    /** The harness itself, for rare calls. */
    harness,
    clock: {
      /** Moves the time, and waits until every alarm that is due then has run. */
      advance: (seconds: number) => ask('advance', seconds),
      /** The time of this world, in seconds since 1970. */
      now,
    },
    /** Waits until no object's alarm runs or is due now. */
    settled: () => ask('settled'),
    /** Uses up a part of what a rate limit allows in this minute. @param limit the name of its binding. */
    spend: (limit: string, key: string, times: number) => ask('spend', limit, key, times),
    /**
     * Ends the runtime with SIGKILL, and starts it on the stored state (`folder`) and at the same time.
     * @param changed settings that differ from then on.
     */
    async killAndStart(changed: Overrides = overrides): Promise<void> {
      const before = await ask('now');
      await harness.killAndStart(workersWith(changed).map((worker) => startingAt(before, worker)));
    },
    /** Empties the world after the tests of a file. */
    async rest(): Promise<void> {
      restoreFetch();
      harness.rest();
      await ask('renew');
      for (const worker of more.filter(({ renewed }) => renewed))
        await (await harness.exported<{ renew(): Promise<void> }>(nameOf(worker))).renew();
    },
    /** Prepares the world for another file. */
    async wake(): Promise<void> {
      harness.wake();
      restoreFetch = routeOutboundFetches(fetchFromWorkers);
      await prepare();
    },
    logs: () => harness.logs().join('\n'),
    async close(): Promise<void> {
      restoreFetch();
      await harness.close();
    },
  };
}

/** A worker whose clock continues from an earlier time: no alarm may run before it is set. @param time in milliseconds since 1970. */
const startingAt = (time: number, worker: WorkerInput): WorkerInput =>
  nameOf(worker) === control ? { ...worker, vars: { STARTS_AT: time } } : worker;

/** @throws if no worker answers at that address. */
function workerFor({ host, pathname }: URL, routed: RoutedWorker[]): string {
  const found = findByPattern(`${host}${pathname}`, routed);
  if (found === undefined) throw new Error(`No worker has a route for ${host}${pathname}`);
  return found.name;
}

/** The part of each host that the contract describes: the rest is the application's, or a page of the local world. */
const held: Record<string, (url: URL) => boolean> = {
  [new URL(origins.service).hostname]: ({ pathname }) => !pathname.startsWith('/auth/'),
  [new URL(origins.gateway).hostname]: ({ pathname }) => pathname.startsWith('/auth/'),
  [new URL(origins.sandbox).hostname]: () => true,
  [new URL(origins.local).hostname]: isInContract,
};

/** Whether the contract describes an address of these origins. */
export const isHeld = (url: URL): boolean => held[url.hostname]?.(url) ?? false;

/** Outbound requests of workers come to this process's own fetch: those for our origins go back to the workers. */
function routeOutboundFetches(fetchFromWorkers: (url: string, init: Init) => Promise<Response>): () => void {
  const realFetch = globalThis.fetch;
  const ours = new Set(Object.values(origins));
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const isOurs = ours.has(new URL(url).origin);
    if (!isOurs && !isSentByWorker(init)) return realFetch(input, init);
    const { method = 'GET', headers, body } = input instanceof Request ? input : (init ?? {});
    const sent = body == null ? {} : { body: await new Response(body).arrayBuffer() };
    const request = { method, headers: Object.fromEntries(new Headers(headers)), ...sent };
    return isOurs ? fetchFromWorkers(url, request) : realFetch(url, { ...request, redirect: 'manual' });
  };
  return () => {
    globalThis.fetch = realFetch;
  };
}

/** The harness passes a worker's request on as a Request whose redirects this process would follow; a worker follows them itself, if it wants to. */
const isSentByWorker = (init: RequestInit | undefined) =>
  init !== undefined && Object.getPrototypeOf(init) !== Object.prototype;

const termsOf = (recipient: string, privacy_url: string): ConsentTerms => ({
  recipient,
  purpose: '회원 식별과 고객 문의 응대',
  purpose_en: 'Member identification and customer support',
  retention: '회원 탈퇴 후 30일까지',
  retention_en: 'Until 30 days after the membership ends',
  privacy_url,
  support_url: '',
  optional: [],
  guardian_consent: '',
});

async function registerApplications(
  { APPLICATION }: World['durableObjects'],
  created: number,
): Promise<void> {
  const { shop, bank } = applications;
  const callback = `${origins.gateway}/auth/callback`;
  const registered = [
    {
      ...shop,
      ...termsOf('주식회사 데모숍', 'https://shop.example.com/privacy'),
      name: 'Demo Shop',
      redirect_uris: [callback, shop.redirect_uri],
      attributes: [...attributes],
    },
    {
      ...bank,
      ...termsOf('주식회사 데모은행', 'https://bank.example.com/privacy'),
      name: 'Demo Bank',
      redirect_uris: [bank.redirect_uri],
      attributes: ['ci', 'name'] as const,
    },
  ];
  for (const { client_secret, redirect_uri: _, attributes, ...described } of registered) {
    const secrets = [await toStoredSecret(serviceKeys, 's1', client_secret, created)];
    const stub = APPLICATION.getByName(described.client_id);
    await stub.register(
      { ...defaultFields(), ...described, attributes: [...attributes], secrets, created },
      created,
      'tests',
    );
  }
}
