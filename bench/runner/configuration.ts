import path from 'node:path';
import { compatibilityDate } from '../../tools/configuration/index.ts';
import { bundleName } from './bundles.ts';
import type { Binding, Worker } from './system.ts';

/** The folders and ports of a process of workerd and of its helpers. */
interface Places {
  /** The folder of the bundles, relative to the configuration: workerd takes an absolute path for one of its own files. */
  bundles: string;
  data: string;
  ports: ReadonlyMap<string, number>;
  /** The port of each helper, which is another process. */
  helpers: ReadonlyMap<string, number>;
}

const quote = (text: string): string => JSON.stringify(text);
const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

/**
 * The configuration of one process, in Cap'n Proto's text format (workerd.capnp). Every worker has a socket of its own, and takes its requests for
 * https because of the header that a proxy in front of workerd would send.
 */
export function writeConfiguration(
  workers: readonly Worker[],
  { bundles, data, ports, helpers }: Places,
): string {
  const own = workers.map(
    (worker) => `(name = ${quote(worker.name)}, worker = ${describe(worker, bundles)})`,
  );
  const elsewhere = [...helpers].map(
    ([name, port]) => `(name = ${quote(name)}, external = (address = "127.0.0.1:${port}", http = ()))`,
  );
  const disk = `(name = "data", disk = (path = ${quote(data)}, writable = true))`;
  const sockets = [...ports].map(
    ([name, port]) =>
      `(name = ${quote(name)}, address = "127.0.0.1:${port}", service = ${quote(name)}, ` +
      'http = (forwardedProtoHeader = "X-Forwarded-Proto"))',
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = ${list([...own, ...elsewhere, disk])},
  sockets = ${list(sockets)},
);
`;
}

function describe(worker: Worker, bundles: string): string {
  const { source, bindings = {}, classes = [], outbound, compatibilityFlags = [] } = worker;
  const namespaces = classes.map(
    (name) => `(className = ${quote(name)}, uniqueKey = ${quote(name)}, enableSql = true)`,
  );
  return `(${[
    `modules = [(name = "main.js", esModule = embed ${quote(path.posix.join(bundles, bundleName(source)))})]`,
    `compatibilityDate = ${quote(compatibilityDate)}`,
    `compatibilityFlags = ${list(compatibilityFlags.map(quote))}`,
    `bindings = ${list(Object.entries(bindings).map(([name, binding]) => bind(name, binding)))}`,
    ...(classes.length > 0
      ? [`durableObjectNamespaces = ${list(namespaces)}`, 'durableObjectStorage = (localDisk = "data")']
      : []),
    ...(outbound === undefined ? [] : [`globalOutbound = ${quote(outbound)}`]),
  ].join(', ')})`;
}

function bind(name: string, binding: Binding): string {
  const value = () => {
    if ('text' in binding) return `text = ${quote(binding.text)}`;
    if ('kv' in binding) return `kvNamespace = ${quote(binding.kv)}`;
    if ('object' in binding)
      return `durableObjectNamespace = (className = ${quote(binding.object)}, serviceName = ${quote(binding.in)})`;
    const { service, entrypoint } = binding;
    return `service = (name = ${quote(service)}${entrypoint === undefined ? '' : `, entrypoint = ${quote(entrypoint)}`})`;
  };
  return `(name = ${quote(name)}, ${value()})`;
}
