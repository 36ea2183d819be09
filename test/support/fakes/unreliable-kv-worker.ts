import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Clock } from '../../../workers/core/worker/clock.ts';

export interface Behaviour {
  /** How long reads return old values, in seconds. */
  lag: number;
  /** `fails` at once, or `hangs` without an answer. */
  reads: 'work' | 'fail' | 'hang';
  writes: 'work' | 'fail' | 'hang';
  /** How long it hangs, in milliseconds. */
  silence: number;
}

interface Version {
  /** When the value begins to count, in milliseconds since 1970, and its end, if it expires. */
  from: number;
  until: number;
  value: string;
  metadata: unknown;
}

const reliable: Behaviour = { lag: 0, reads: 'work', writes: 'work', silence: 4_000 };
let behaviour = reliable;
const versions = new Map<string, Version[]>();
const lastWrites = new Map<string, number>();
const counts = { get: 0, put: 0, delete: 0, list: 0, refused: 0 };

/**
 * Replaces a KV namespace with one that lags, fails or is silent, as a test sets it up. Like Cloudflare's it takes one write per second and key.
 * Miniflare's own KV does none of this.
 */
export default class UnreliableKv extends WorkerEntrypoint<{ CLOCK: Clock }> {
  behave(changes: Partial<Behaviour>): void {
    behaviour = { ...reliable, ...changes };
  }

  /** Resets itself for another test file. */
  renew(): void {
    behaviour = reliable;
    versions.clear();
    lastWrites.clear();
    for (const method of Object.keys(counts)) counts[method as keyof typeof counts] = 0;
  }

  /** The number of calls of each method, and of writes that came too soon. */
  counts(): typeof counts {
    return { ...counts };
  }

  async get(key: string, type?: string): Promise<unknown> {
    counts.get += 1;
    await obey(behaviour.reads);
    const version = await this.#seen(key);
    if (version === undefined) return null;
    return type === 'json' ? JSON.parse(version.value) : version.value;
  }

  async put(
    key: string,
    value: string,
    { expirationTtl = Number.POSITIVE_INFINITY, metadata = null }: KVNamespacePutOptions = {},
  ): Promise<void> {
    counts.put += 1;
    await obey(behaviour.writes);
    const from = await this.env.CLOCK.now();
    // Real time counts, and so does the time by which a test moves the clock.
    const moment = from + Date.now();
    if (moment - (lastWrites.get(key) ?? 0) < 1_000) {
      counts.refused += 1;
      throw new Error('KV PUT failed: 429 Too Many Requests');
    }
    lastWrites.set(key, moment);
    const version = { from, until: from + expirationTtl * 1000, value, metadata };
    versions.set(key, [...(versions.get(key) ?? []), version]);
  }

  async delete(key: string): Promise<void> {
    counts.delete += 1;
    await obey(behaviour.writes);
    const deleted = { from: await this.env.CLOCK.now(), until: 0, value: '', metadata: null };
    versions.set(key, [...(versions.get(key) ?? []), deleted]);
  }

  async list({ prefix = '' }: { prefix?: string }) {
    counts.list += 1;
    await obey(behaviour.reads);
    const keys: { name: string; metadata: unknown }[] = [];
    for (const name of [...versions.keys()].sort()) {
      const version = await this.#seen(name);
      if (name.startsWith(prefix ?? '') && version) keys.push({ name, metadata: version.metadata });
    }
    return { keys, list_complete: true };
  }

  async #seen(key: string): Promise<Version | undefined> {
    const now = await this.env.CLOCK.now();
    const version = versions.get(key)?.findLast(({ from }) => from <= now - behaviour.lag * 1000);
    return version !== undefined && now < version.until ? version : undefined;
  }
}

async function obey(order: Behaviour['reads']): Promise<void> {
  if (order === 'fail') throw new Error('KV is down');
  if (order === 'hang') await scheduler.wait(behaviour.silence);
}
