import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  type Response as Answer,
  convertV4MiniflareOptions,
  Miniflare,
  type V4WorkerOptions,
} from 'miniflare';
import { proxyTokenHeader } from '../../../sandbox/world/refuse-foreign-page.ts';
import { bundlesAreMade } from './bundles.ts';
import { testFolder } from './isolation.ts';
import { localProxyToken } from './test-settings.ts';
import { optionsOf, type WorkerInput } from './worker-options.ts';

export type Harness = Awaited<ReturnType<typeof startHarness>>;
/** The running harnesses of this process, to whose workers the runner of mutants speaks. @public */
export const harnesses = new Set<Harness>();
type FetchInit = Parameters<Miniflare['dispatchFetch']>[1];

/**
 * Runs workers in workerd, all in one process, with real KV and Durable Objects that begin empty. Their requests to elsewhere
 * go through the `fetch` of this process.
 * @param folder the folder of KV and the objects, for {@link Harness.killAndStart}; removed with the world by default.
 */
export async function startHarness(inputs: readonly WorkerInput[], folder?: string) {
  const logged: string[] = [];
  let names: string[] = [];
  let isResting = false;
  const fetchElsewhere = (request: Request) =>
    isResting
      ? new Response('This world rests', { status: 503 })
      : globalThis.fetch(request.url, request as never);
  const stored = folder ?? mkdtempSync(path.join(testFolder(), 'stored-'));
  const start = async (started: readonly WorkerInput[]): Promise<Miniflare> => {
    const workers = await Promise.all(started.map((input) => optionsOf(input, fetchElsewhere)));
    names = workers.map(({ name = '' }) => name);
    const options = convertV4MiniflareOptions({
      workers: workers as [V4WorkerOptions],
      // The sandbox's phones are there as well.
      cf: { country: 'KR', city: 'Seoul' },
      handleStructuredLogs: ({ message }) => logged.push(message),
    });
    const instance = new Miniflare({ ...options, resourcePersistencePath: stored });
    await instance.ready;
    return instance;
  };
  const others = folder === undefined ? [] : runtimes();
  await bundlesAreMade();
  let miniflare = await start(inputs);
  let running = folder === undefined ? [] : runtimes().filter((pid) => !others.includes(pid));
  const proxies = new Map<string, Promise<unknown>>();
  /** This process blocks while one of Miniflare's proxies asks for its target, so each proxy is made once. */
  function proxy(name: string, make: () => Promise<unknown>): Promise<unknown> {
    const made = proxies.get(name) ?? make();
    proxies.set(name, made);
    return made;
  }
  const harness = {
    workers: (): readonly string[] => names,
    /** Sends a request to a worker, whatever its routes are. */
    async fetch(worker: string, url: string, { headers, ...init }: FetchInit = {}): Promise<Answer> {
      const sent = {
        ...Object.fromEntries(new Headers(headers as HeadersInit)),
        'MF-Route-Override': worker,
        [proxyTokenHeader]: localProxyToken,
        // Workers see the same value for every Accept-Encoding; other values would only have each answer compressed.
        'accept-encoding': 'identity',
      };
      const answer = await miniflare.dispatchFetch(url, { redirect: 'manual', ...init, headers: sent });
      // Its body belongs to a response that Miniflare has dropped. undici ends the body when it collects that response, unless
      // a clone has locked it.
      if (answer.body !== null) answer.clone();
      return answer;
    },
    /** The runtime's address on loopback, for requests that fetch cannot send. */
    address: (): Promise<URL> => miniflare.ready,
    // biome-ignore lint/suspicious/noExplicitAny: each worker has bindings of its own
    env: (worker: string): Promise<any> =>
      proxy(`bindings of ${worker}`, () => miniflare.getBindings(worker)),
    /** The exports of a worker, to be called over RPC. */
    exported: <Exported>(worker: string): Promise<Exported> =>
      proxy(worker, () => miniflare.getWorker(worker)) as Promise<Exported>,
    /** Every line that any worker has logged since the last wake. */
    logs: (): readonly string[] => logged,
    /** Until the harness is woken, requests of the workers to elsewhere get no answer. */
    rest(): void {
      isResting = true;
    },
    wake(): void {
      isResting = false;
      logged.length = 0;
    },
    pids: (): readonly number[] => running,
    /** Ends the runtime with SIGKILL, in the middle of its work, and starts workers on the stored state. */
    async killAndStart(next: readonly WorkerInput[] = inputs): Promise<void> {
      for (const pid of running) process.kill(pid, 'SIGKILL');
      await miniflare.dispose();
      proxies.clear();
      const before = runtimes();
      miniflare = await start(next);
      running = runtimes().filter((pid) => !before.includes(pid));
    },
    async close(): Promise<void> {
      harnesses.delete(harness);
      await miniflare.dispose();
      if (folder === undefined) rmSync(stored, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  harnesses.add(harness);
  return harness;
}

/** The processes of workerd that this process has started. */
function runtimes(): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [pid, parent, command = ''] = line.trim().split(/\s+/);
    return Number(parent) === process.pid && command.endsWith('workerd') ? [Number(pid)] : [];
  });
}
