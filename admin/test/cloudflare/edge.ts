import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Harness, startHarness } from '../../../test/support/world/harness.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import type { WorkerInput } from '../../../test/support/world/worker-options.ts';
import { findByPattern } from '../../../workers/core/worker/routes.ts';
import type { AccountState, UploadedBinding } from './state.ts';

/**
 * Runs an account's workers in workerd: the uploaded code with the uploaded bindings and secrets, at the account's routes and custom domains. A
 * request names its host in `X-Forwarded-Host`. A change of the account takes effect at once.
 */
export async function startEdge(state: AccountState) {
  let running: { at: string; harness: Harness } | undefined;

  async function open(): Promise<Harness> {
    const at = JSON.stringify([...state.scripts.values()].map(({ deployments }) => deployments));
    if (running?.at === at) return running.harness;
    await running?.harness.close();
    running = { at, harness: await startHarness(workersOf(state)) };
    return running.harness;
  }

  async function ask(url: URL, init: Parameters<Harness['fetch']>[2]) {
    const found = findByPattern(`${url.host}${url.pathname}`, servedBy(state));
    return found && (await open()).fetch(found.name, url.href, init);
  }

  const server = createServer(async (request, response) => {
    const host = String(request.headers['x-forwarded-host']);
    const url = new URL(request.url ?? '/', `https://${host}`);
    const { method = 'GET', headers } = request;
    const body = ['GET', 'OPTIONS'].includes(method) ? undefined : await buffer(request);
    const answer = await ask(url, { method, headers: kept(headers), ...(body !== undefined && { body }) });
    if (answer === undefined) return void response.writeHead(530).end('no worker');
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    environment: { PLID_TEST_HOST_AT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    /** Sends a request to the worker at an address, as a browser does. */
    async fetch(address: string | URL, init: object = {}): Promise<Response> {
      const answer = await ask(new URL(address), init);
      if (answer === undefined) throw new Error(`No worker is deployed at ${address}`);
      return answer as unknown as Response;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await running?.harness.close();
    },
  };
}

/** The request headers that are passed on to a worker. */
const kept = ({ authorization, 'content-type': type }: IncomingHttpHeaders): Record<string, string> => ({
  ...(authorization !== undefined && { Authorization: authorization }),
  ...(type !== undefined && { 'Content-Type': type }),
});

/** Routes go before the custom domain of the same host. */
const servedBy = ({ routes, domains }: AccountState) => [
  ...routes.map(({ pattern, script }) => ({ name: script ?? '', patterns: [pattern] })),
  ...domains.map(({ hostname, service }) => ({ name: service, patterns: [`${hostname}/*`] })),
];

function workersOf(state: AccountState): WorkerInput[] {
  const folder = mkdtempSync(path.join(testFolder(), 'edge-'));
  return [...state.scripts.keys()].flatMap((name) => {
    const version = state.current(name);
    if (version === undefined) return [];
    const { bindings, compatibility_date, compatibility_flags = [] } = version.metadata;
    const ofType = (type: string) => bindings.filter((binding) => binding.type === type);
    const main = path.join(folder, `${name}.js`);
    writeFileSync(main, version.code);
    if (version.map !== undefined) writeFileSync(`${main}.map`, version.map);
    const config = {
      name,
      main,
      compatibility_date,
      compatibility_flags,
      // The runtime on one machine has no client certificates: something stands there, and cannot fetch.
      vars: {
        ...texts(ofType('plain_text')),
        ...Object.fromEntries(ofType('mtls_certificate').map(({ name: certificate }) => [certificate, {}])),
      },
      kv_namespaces: ofType('kv_namespace').map(({ name: binding, namespace_id: id = '' }) => ({
        binding,
        id,
      })),
      durable_objects: {
        bindings: ofType('durable_object_namespace').map(({ type: _, class_name = '', ...binding }) => ({
          name: binding.name,
          class_name,
          ...(binding.script_name !== undefined && { script_name: binding.script_name }),
        })),
      },
      migrations:
        state.scripts.get(name)?.classes.map((made) => ({ tag: made, new_sqlite_classes: [made] })) ?? [],
      services: ofType('service').map(({ name: binding, service = '', entrypoint = '' }) => ({
        binding,
        service,
        entrypoint,
      })),
      ratelimits: ofType('ratelimit').map(({ name: limit, namespace_id = '', simple }) => ({
        name: limit,
        namespace_id,
        simple: simple ?? { limit: 1, period: 60 as const },
      })),
    };
    return [{ config, bundle: main, secrets: texts(ofType('secret_text')) }];
  });
}

const texts = (bindings: UploadedBinding[]) =>
  Object.fromEntries(bindings.map(({ name, text = '' }) => [name, text]));
