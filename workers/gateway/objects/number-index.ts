/** The key under which the index keeps the plids of its number. */
const plidsKey = 'plids';

/**
 * By which phone number users are found, for the operator who has to show or erase a person: the plids of one number, and nothing else. Its
 * storage is that of an object of the class User whose name no plid can have, since it holds a space (`indexNames` in users/pseudonyms.ts):
 * running gateways have it there, and storage cannot move between classes.
 */
export class NumberIndex {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  listed(): string[] {
    return this.#storage.kv.get<string[]>(plidsKey) ?? [];
  }

  list(plid: string): void {
    const listed = this.listed();
    if (!listed.includes(plid)) this.#storage.kv.put(plidsKey, [...listed, plid]);
  }

  /** Takes a plid off the list. An empty index deletes itself. */
  async unlist(plid: string): Promise<void> {
    const others = this.listed().filter((other) => other !== plid);
    if (others.length > 0) this.#storage.kv.put(plidsKey, others);
    else await this.#storage.deleteAll();
  }
}
