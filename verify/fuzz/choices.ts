/** The end of the range from which each number of {@link Choices} is drawn. */
export const choiceRange = 2 ** 16;

/** Decisions that follow from numbers, taken in turn. The smallest number decides for the simplest, and so does a missing one. */
export class Choices {
  readonly #numbers: readonly number[];
  #taken = 0;

  /** @param numbers from 0 to below {@link choiceRange}. */
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 to below 1. */
  share(): number {
    const number = this.#numbers[this.#taken] ?? 0;
    this.#taken += 1;
    return number / choiceRange;
  }

  maybe(chance: number): boolean {
    return this.share() >= 1 - chance;
  }

  upTo(max: number): number {
    return Math.floor(this.share() * (max + 1));
  }

  /** @throws if the list is empty. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('Nothing to choose from');
    return items[this.upTo(items.length - 1)] as Item;
  }
}
