import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Clock } from '../../../workers/core/worker/clock.ts';

/** How long KV may serve an old value, in milliseconds. */
const lag = 60_000;

/** The value of a key from a time on, in milliseconds since 1970. Null if it was deleted. */
interface Version {
  from: number;
  until: number;
  value: string | null;
}

const versions = new Map<string, Version[]>();
const counts = { get: 0, put: 0, delete: 0 };

/**
 * Replaces a KV namespace with the worst that Workers KV allows: every read shows the state of 60 s ago, on the clock of the tests. Miniflare's own
 * KV never lags.
 */
export default class LaggingKv extends WorkerEntrypoint<{ CLOCK: Clock }> {
  async get(key: string): Promise<string | null> {
    counts.get += 1;
    const seen = (await this.env.CLOCK.now()) - lag;
    const version = versions.get(key)?.findLast(({ from }) => from <= seen);
    return version !== undefined && seen < version.until ? version.value : null;
  }

  async put(key: string, value: string, { expirationTtl }: { expirationTtl: number }): Promise<void> {
    counts.put += 1;
    if (expirationTtl < 60) throw new Error('KV takes no expirationTtl below 60');
    const now = await this.env.CLOCK.now();
    this.#add(key, { from: now, until: now + expirationTtl * 1000, value });
  }

  async delete(key: string): Promise<void> {
    counts.delete += 1;
    this.#add(key, { from: await this.env.CLOCK.now(), until: Number.POSITIVE_INFINITY, value: null });
  }

  /** Forgets every value and count, for another file of tests. */
  renew(): void {
    versions.clear();
    for (const method of Object.keys(counts)) counts[method as keyof typeof counts] = 0;
  }

  counts(): { get: number; put: number; delete: number } {
    return { ...counts };
  }

  #add(key: string, version: Version): void {
    versions.set(key, [...(versions.get(key) ?? []), version]);
  }
}
