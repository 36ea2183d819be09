import { randomNumbers } from '../../test/support/seed.ts';

/** Random choices, the same for the same seed. */
export class Choices {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  maybe(chance: number): boolean {
    return this.#random() < chance;
  }

  upTo(max: number): number {
    return Math.floor(this.#random() * (max + 1));
  }

  /** From 0 to 1. */
  share(): number {
    return this.#random();
  }

  /** @throws if the list is empty. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('Nothing to choose from');
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}
