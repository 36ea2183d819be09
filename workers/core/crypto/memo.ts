/** Default maximum number of values of a {@link Memo}. */
export const defaultMemoLimit = 1_000;

/**
 * A cache of limited size for an isolate or process. The value that was set longest ago is evicted first. Wherever
 * a memo is created, a comment describes its content.
 */
export class Memo<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  constructor(limit = defaultMemoLimit) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (this.size >= this.#limit) this.delete(oldest as Key);
    return super.set(key, value);
  }

  /**
   * Returns a key's value, and creates the value if it's missing. A rejected promise is removed, so that the next
   * call retries.
   */
  once(key: Key, make: () => Value): Value {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.set(key, made);
    if (made instanceof Promise) made.catch(() => this.get(key) === made && this.delete(key));
    return made;
  }
}
