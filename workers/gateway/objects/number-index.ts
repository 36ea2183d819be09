/** The storage key for the plids of the number. */
const plidsKey = 'plids';

/**
 * Lists the plids of one phone number, for operators who must show or erase a user's data. The list is stored in
 * an object of the class `User` whose name contains a space, unlike any plid (`indexNames` in
 * users/pseudonyms.ts). Existing gateways store the list there, and storage can't move between classes.
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

  /** Removes a plid. An empty index deletes itself. */
  async unlist(plid: string): Promise<void> {
    const remaining = this.listed().filter((other) => other !== plid);
    if (remaining.length > 0) this.#storage.kv.put(plidsKey, remaining);
    else await this.#storage.deleteAll();
  }
}
