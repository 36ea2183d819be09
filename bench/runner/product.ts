import { configurationOf } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { type Setting, settingsOf } from '../../tools/configuration/settings-of.ts';
import { folderOf } from '../../tools/configuration/worker-source.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { Binding, Worker } from './system.ts';

/** A KV namespace in the memory of the same process: the cheapest store that there can be. */
export const kv: Worker = { name: 'kv', source: 'bench/stubs/kv.ts' };
/** Cloudflare's rate limits, none of which is ever reached. */
export const rateLimit: Worker = { name: 'rate-limit', source: 'bench/stubs/rate-limit.ts' };

/**
 * Workers of the product, each with the bindings that its schema states, as a deployment has them. KV namespaces become the worker `kv`, which is
 * among them.
 * @param names such as `service-token`; the workers that hold their Durable Objects have to be named as well.
 * @param values variables and secrets, by name: each worker gets its own.
 */
export async function productWorkers(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Promise<Worker[]> {
  const listed = await loadWorkers();
  const chosen = names.map((name) => {
    const worker = listed.find((candidate) => candidate.worker === name);
    if (worker === undefined) throw new Error(`Worker not found: ${name}`);
    return worker;
  });
  return [...chosen.map((worker) => productWorker(worker, chosen, listed, values)), kv, rateLimit];
}

function productWorker(
  worker: ListedWorker,
  chosen: readonly ListedWorker[],
  listed: readonly ListedWorker[],
  values: Readonly<Record<string, string>>,
): Worker {
  const bindings = settingsOf(worker).map(
    (setting) => [setting.name, bindingFor(setting, chosen, values)] as const,
  );
  const hosts = { service: 'login.example.com', gateway: 'shop.example.com' };
  const deployment = { name: 'plid', zone: 'example.com', hosts, namespaces: {}, vars: {}, instead: {} };
  return {
    name: worker.worker,
    source: `${folderOf(worker)}/index.ts`,
    bindings: Object.fromEntries(
      bindings.filter((bound): bound is [string, Binding] => bound[1] !== undefined),
    ),
    classes: worker.classes?.flat() ?? [],
    compatibilityFlags: configurationOf(worker, listed, deployment).compatibility_flags ?? [],
  };
}

/** @returns undefined for an optional setting without a value, and for a service binding to a worker that is not among them. */
function bindingFor(
  { name, binding }: Setting,
  chosen: readonly ListedWorker[],
  values: Readonly<Record<string, string>>,
): Binding | undefined {
  switch (binding?.kind) {
    case 'kv_namespaces':
      return { kv: kv.name };
    case 'durable_objects': {
      const holder = chosen.find(({ classes }) => classes?.flat().includes(binding.class_name));
      if (holder === undefined) throw new Error(`No chosen worker holds the class ${binding.class_name}`);
      return { object: binding.class_name, in: holder.worker };
    }
    case 'services': {
      const { service, entrypoint } = binding;
      return chosen.some(({ worker }) => worker === service) ? { service, entrypoint } : undefined;
    }
    case 'ratelimits':
      return { service: rateLimit.name };
    default: {
      const text = values[name];
      return text === undefined ? undefined : { text };
    }
  }
}
