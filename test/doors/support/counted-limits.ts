import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import type { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { listedWorkers } from '../../support/world/configurations.ts';

interface Configured {
  limit: number;
  /** In seconds. */
  period: number;
}

/** Every limit of the workers, by name. */
const configured = new Map<string, Configured>(
  listedWorkers
    .flatMap(settingsOf)
    .flatMap(({ name, binding }) => (binding?.kind === 'ratelimits' ? [[name, binding] as const] : [])),
);

/** Every limit as workers are bound to it, which counts as Cloudflare does: each key in windows of the world's clock. */
export class CountedLimits {
  /** The keys with which each limit was asked. */
  readonly keys = new Map<string, string[]>();
  readonly bound: Record<string, { limit(asked: { key: string }): Promise<{ success: boolean }> }>;
  readonly #world: NumberedWorld;
  readonly #counts = new Map<string, number>();
  #spent = { name: '', count: 0, window: 0 };

  constructor(world: NumberedWorld) {
    this.#world = world;
    this.bound = Object.fromEntries(
      [...configured.keys()].map((name) => [
        name,
        { limit: async ({ key }) => ({ success: this.#count(name, key) }) },
      ]),
    );
  }

  /** Uses up a limit except for so many requests of each key, until the end of its window. */
  leave(count: number, name: string): void {
    this.#counts.clear();
    this.#spent = { name, count, window: this.#window(name) };
  }

  periodOf = (name: string): number => configured.get(name)?.period ?? Number.NaN;

  #window = (name: string): number => Math.floor(this.#world.now / this.periodOf(name));

  #count(name: string, key: string): boolean {
    this.keys.set(name, [...(this.keys.get(name) ?? []), key]);
    const window = this.#window(name);
    const counted = `${name} ${key} ${window}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    const isSpent = this.#spent.name === name && this.#spent.window === window;
    return count <= (isSpent ? this.#spent.count : (configured.get(name)?.limit ?? 0));
  }
}
