import type { PackageSource } from './package-source.ts';

/** What every template of `plid init` gets. */
export interface TemplateOptions {
  /** The project's folder. */
  cwd: string;
  /** Name of the project, from `--name` or the folder. */
  name: string;
  source: PackageSource;
  /** The environment, which names the package manager that runs the command. */
  env: NodeJS.ProcessEnv;
}
