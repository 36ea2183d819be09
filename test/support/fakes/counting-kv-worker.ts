import type { KvCosts } from '../../../bench/costs/costs.ts';
import UnreliableKv from './unreliable-kv-worker.ts';

const costs = new Map<string, KvCosts>();

/** The costs of keys with this prefix, which names the kind of value: `session:…`. */
function costsOf(key: string): KvCosts {
  const [kind = ''] = key.split(':');
  const found = costs.get(kind) ?? { reads: 0, writes: 0, deletes: 0, bytes: 0 };
  costs.set(kind, found);
  return found;
}

/** Replaces a KV namespace, and counts the operations on it. */
export default class CountingKv extends UnreliableKv {
  /** The costs of every kind of key since the last call. */
  takeCosts(): Record<string, KvCosts> {
    const taken = Object.fromEntries(costs);
    costs.clear();
    return taken;
  }

  override get(key: string, type?: string): Promise<unknown> {
    costsOf(key).reads += 1;
    return super.get(key, type);
  }

  override put(key: string, value: string, options?: KVNamespacePutOptions): Promise<void> {
    const cost = costsOf(key);
    cost.writes += 1;
    cost.bytes += new TextEncoder().encode(key + value).byteLength;
    return super.put(key, value, options);
  }

  override delete(key: string): Promise<void> {
    costsOf(key).deletes += 1;
    return super.delete(key);
  }
}
