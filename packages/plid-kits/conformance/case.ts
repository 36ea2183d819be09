import type { Case as CaseOfKit } from '../test-suite/case.ts';
import type { Need, Target } from './target.ts';

/** One test case for the specification. Its section is a section of docs/protocol/specification.md, such as `4.2`. */
export type Case = CaseOfKit<Target, Need>;
