import * as v from 'valibot';
import type { ListedWorker } from '../../../workers/workers.ts';
import type { Connection } from '../cloudflare/connection.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { kvBindingNamesOf } from '../settings/select-workers.ts';

const schema = v.object({ id: v.string(), title: v.string() });

/** A KV namespace that a deployment needs. */
export interface Namespace {
  binding: string;
  /** The namespace's name in the account, such as `plid-service-applications`. */
  title: string;
  /** The ID of the namespace. Undefined if the namespace doesn't exist yet. */
  id: string | undefined;
}

const pathOf = ({ account }: Connection) => `/accounts/${account}/storage/kv/namespaces`;

/** Looks up the KV namespaces of the workers. */
export async function findKvNamespaces(
  connection: Connection,
  { name, half }: DeploymentConfig,
  workers: readonly ListedWorker[],
): Promise<Namespace[]> {
  const all = await connection.cloudflare.list(pathOf(connection), schema);
  return kvBindingNamesOf(workers).map((binding) => {
    const title = `${name}-${half}-${binding.toLowerCase()}`;
    return { binding, title, id: all.find((each) => each.title === title)?.id };
  });
}

/** Creates a missing KV namespace. */
export async function createKvNamespace(connection: Connection, namespace: Namespace): Promise<Namespace> {
  const { title } = namespace;
  const { id } = await connection.cloudflare.post(pathOf(connection), { title }, schema);
  return { ...namespace, id };
}
