import { randomNumbers } from '../support/seed.ts';

export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** A whole number between two numbers, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)] as Item;
  }
}
