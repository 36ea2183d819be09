import type { Fate } from './schedule.ts';

/** Decides about one call. @param label names it, such as `SESSIONS.delete`. */
export type Gate = (label: string) => Promise<Fate>;

interface Value {
  text: string;
  metadata: unknown;
  /** In seconds since 1970. */
  expires: number;
}

/** A KV namespace in this process, whose calls a gate decides: KV shows every write at once. */
export class KvInMemory {
  readonly #values = new Map<string, Value>();
  readonly #name: string;
  readonly #gate: Gate;
  readonly #now: () => number;

  /** @param now in seconds since 1970. */
  constructor(name: string, gate: Gate, now: () => number) {
    this.#name = name;
    this.#gate = gate;
    this.#now = now;
  }

  /** The values that haven't expired. */
  get values(): ReadonlyMap<string, Value> {
    return new Map([...this.#values].filter(([, { expires }]) => expires > this.#now()));
  }

  get = (key: string, type?: string): Promise<unknown> =>
    this.#arrive('get', () => {
      const text = this.values.get(key)?.text ?? null;
      return type === 'json' && text !== null ? JSON.parse(text) : text;
    });

  getWithMetadata = (key: string) =>
    this.#arrive('get', () => {
      const { text = null, metadata = null } = this.values.get(key) ?? {};
      return { value: text, metadata };
    });

  put = (
    key: string,
    text: string,
    {
      metadata = null,
      expirationTtl = Number.POSITIVE_INFINITY,
    }: { metadata?: unknown; expirationTtl?: number } = {},
  ) =>
    this.#arrive(
      'put',
      () => void this.#values.set(key, { text, metadata, expires: this.#now() + expirationTtl }),
    );

  delete = (key: string) => this.#arrive('delete', () => void this.#values.delete(key));

  list = ({ prefix = '' } = {}) =>
    this.#arrive('list', () => ({
      keys: [...this.values]
        .filter(([name]) => name.startsWith(prefix))
        .sort()
        .map(([name, { metadata }]) => ({ name, metadata: metadata ?? undefined })),
      list_complete: true,
    }));

  async #arrive<Result>(what: string, work: () => Result): Promise<Result> {
    const fate = await this.#gate(`${this.#name}.${what}`);
    const failed = new Error(`KV ${what.toUpperCase()} failed: 500 Internal Server Error`);
    if (fate === 'lost') throw failed;
    const result = work();
    if (fate !== 'arrives') throw failed;
    return result;
  }
}
