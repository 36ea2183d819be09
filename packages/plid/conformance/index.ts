/** Tries a service against the specification, from outside. It knows only the specification, and nothing of how plid implements it. */
export { headings, runConformance, sectionsOfCases } from './run.ts';
export { signInAtSandbox, signInAtTerminal, signInByCommand } from './sign-in.ts';
export { needsPushedRequests, needsSandbox, type SignIn, type TargetOptions, tryOut } from './target.ts';
