import type { Need, Target } from './target.ts';

/** One statement of the specification, and how to find out whether a service keeps to it. */
export interface Case {
  /** The section of docs/specification.md, such as `4.2`; it decides under which heading the case is reported. */
  section: string;
  /** The statement, as a fact. It is the name of the case. */
  statement: string;
  needs?: Need;
  /** @throws {Mismatch} where the service does something else. */
  run(target: Target): Promise<void>;
}
