import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type PackageManager, packageManagerOf } from '../../package-manager.ts';
import { dependsOn, type ExistingManifest, readManifest, withoutOutsideArchive } from '../manifest.ts';
import { type Configuration, findConfiguration } from './configuration.ts';
import type { ObjectDeclaration } from './configuration-parts.ts';
import type { SignInTest } from './sign-in-test.ts';

/** The project into which `plid init worker` writes, as it was before. */
export interface WorkerProject {
  cwd: string;
  /** Name of a new Worker. */
  name: string;
  /** Undefined in a new project. */
  manifest: ExistingManifest | undefined;
  /** Undefined if the project has no Worker. */
  configuration: Configuration | undefined;
  /** Whether Vite serves and builds it. A project that has Vite only for Vitest doesn't count. */
  usesVite: boolean;
  hasTypeScript: boolean;
  /** Whether `tsc -b` builds the projects to which its tsconfig.json refers. */
  hasReferences: boolean;
  /** Whether the Worker reads `.env` in development. wrangler ignores it as soon as there is a `.dev.vars`. */
  readsDotEnv: boolean;
  declared: ObjectDeclaration;
  manager: PackageManager;
}

/** @throws {SandboxError} if package.json isn't JSON. */
export function readProject(cwd: string, name: string, env: NodeJS.ProcessEnv): WorkerProject {
  const manifest = withoutOutsideArchive(readManifest(cwd), 'plid');
  const configuration = findConfiguration(cwd);
  const has = (file: string) => existsSync(path.join(cwd, file));
  const { dev = '' } = (manifest?.content.scripts ?? {}) as Record<string, string>;
  return {
    cwd,
    name,
    manifest,
    configuration,
    usesVite: /\bvite\b/.test(dev) || ['ts', 'mts', 'js', 'mjs'].some((end) => has(`vite.config.${end}`)),
    hasTypeScript: manifest === undefined || has('tsconfig.json') || dependsOn(manifest, 'typescript'),
    hasReferences:
      has('tsconfig.json') && /"references"/.test(readFileSync(path.join(cwd, 'tsconfig.json'), 'utf8')),
    readsDotEnv: configuration !== undefined && has('.env') && !has('.dev.vars'),
    declared: configuration?.hasMigrations === true ? 'migrations' : 'exports',
    manager: packageManagerOf(cwd, env),
  };
}

/** The file with the Worker's source, in a project without one. Vite's page is in `src`. */
export const mainOf = ({ usesVite }: Pick<WorkerProject, 'usesVite'>): string =>
  usesVite ? 'worker/index.ts' : 'src/index.ts';

/**
 * The test of the sign-in. In an existing project it has a script and a name of its own, which no other test runner
 * looks for. With Vite it runs the built Worker, because only Vite knows the page's files.
 */
export function signInTestOf({ manifest, configuration, usesVite, name }: WorkerProject): SignInTest {
  const isNew = manifest === undefined;
  const file = isNew ? 'test/sign-in.test.mjs' : 'scripts/sign-in-test.mjs';
  const built = `dist/${(configuration?.name ?? name).replaceAll('-', '_')}/wrangler.json`;
  return {
    file,
    configuration: usesVite ? built : (configuration?.file ?? 'wrangler.jsonc'),
    script: isNew ? 'test' : 'test:sign-in',
    // Node 22 doesn't accept a folder after `--test`, so it gets a pattern.
    command: `${usesVite ? 'vite build && ' : ''}node --test ${isNew ? '"test/*.test.mjs"' : file}`,
  };
}
