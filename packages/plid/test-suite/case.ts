import type { Masks } from './mask-secrets.ts';

/** A program of others, as the cases of a kit try it. */
export interface Target<Need> {
  readonly url: string;
  readonly masks: Masks;
  /** @returns the reason why cases with this need can't run here; undefined if they can. */
  lacks(need: Need): string | undefined | Promise<string | undefined>;
  /** Ends a case. @returns the names of the fields that its answers have beyond what is stated. */
  endCase(): Promise<string[]>;
}

/** One statement about a program, and how to find out whether the program keeps to it. */
export interface Case<Tried extends Target<Need>, Need> {
  /** Decides under which heading the case is reported. */
  section: string;
  /** The statement, as a fact. It is the name of the case. */
  statement: string;
  needs?: Need | readonly Need[];
  /** @throws {Mismatch} where the program does something else. @throws {NotDone} where it does not do what is only recommended. */
  run(target: Tried): Promise<void>;
}
