import type { Masks } from './mask-secrets.ts';

/** A program to test with cases. */
export interface Target<Need> {
  readonly url: string;
  readonly masks: Masks;
  /**
   * @returns the reason why cases with this requirement can't run for this program, or undefined if these cases
   * can run.
   */
  lacks(need: Need): string | undefined | Promise<string | undefined>;
  /** Ends a case. @returns the names of additional fields in the responses that the case received. */
  endCase(): Promise<string[]>;
}

/** A statement about a program, and the test that verifies the statement. */
export interface Case<Tried extends Target<Need>, Need> {
  /** The section of the report in which the case appears. */
  section: string;
  /** The statement of the case, phrased as a fact. It's also the case's name. */
  statement: string;
  needs?: Need | readonly Need[];
  /**
   * @throws {Mismatch} if the program violates the statement. @throws {UndoneStep} if the program doesn't follow a
   * recommendation that isn't required.
   */
  run(target: Tried): Promise<void>;
}
