/** Tries a service against the specification, from outside. It knows the specification alone, and nothing of how plid does it. */
export { describeReport } from './report.ts';
export { runConformance } from './run.ts';
export { signInAtSandbox, signInAtTerminal, signInByCommand } from './sign-in.ts';
export type { SignIn, TargetOptions } from './target.ts';
