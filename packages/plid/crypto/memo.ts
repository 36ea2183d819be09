/**
 * Values that an isolate or process keeps so as not to make or read them again: a limited number, of which the one that was set longest ago goes
 * first. A comment at each memo says what it keeps.
 */
export class Memo<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  constructor(limit = 1_000) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (this.size >= this.#limit) this.delete(oldest as Key);
    return super.set(key, value);
  }

  /** The value of a key, which is made where it is not there. A promise that is rejected is forgotten, so that the next call makes it anew. */
  once(key: Key, make: () => Value): Value {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.set(key, made);
    if (made instanceof Promise) made.catch(() => this.get(key) === made && this.delete(key));
    return made;
  }
}
