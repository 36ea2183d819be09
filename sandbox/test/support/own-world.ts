/**
 * A copy of the module that holds the local environment of a process, for one test file. Files share a process, so
 * another file may have started an environment already.
 */
export const ownWorld = (file: string): Promise<typeof import('../../world/reset.ts')> =>
  import(/* @vite-ignore */ `../../world/reset.ts?for=${file}`);
