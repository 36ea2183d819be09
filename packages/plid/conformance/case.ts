import type { Need, Target } from './target.ts';

/** One statement of the specification, and how to find out whether a service keeps to it. */
export interface Case {
  /** Where docs/specification.md says it, such as `4.2`; the section decides under which heading it is reported. */
  section: string;
  /** The statement, as a fact. It is the name of the case. */
  statement: string;
  needs?: Need;
  /** @throws {Mismatch} where the service does something else. */
  run(target: Target): Promise<void>;
}
