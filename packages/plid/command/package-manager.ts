import { existsSync } from 'node:fs';
import path from 'node:path';

/** The commands of a package manager. */
export interface PackageManager {
  name: 'npm' | 'yarn' | 'pnpm' | 'bun';
  install: string;
  /** Followed by the name of a script in package.json. */
  run: string;
  /** Followed by the name of an installed program. */
  exec: string;
  /** Followed by a file that imports installed packages. Without Yarn, Node doesn't find them in its archives. */
  node: string;
  /** Followed by the package, as a development dependency. */
  add: string;
}

const managers: Readonly<Record<PackageManager['name'], PackageManager>> = {
  npm: {
    name: 'npm',
    install: 'npm install',
    run: 'npm run',
    exec: 'npx',
    node: 'node',
    add: 'npm install --save-dev',
  },
  yarn: {
    name: 'yarn',
    install: 'yarn install',
    run: 'yarn run',
    exec: 'yarn run',
    node: 'yarn node',
    add: 'yarn add --dev',
  },
  pnpm: {
    name: 'pnpm',
    install: 'pnpm install',
    run: 'pnpm run',
    exec: 'pnpm exec',
    node: 'node',
    add: 'pnpm add --save-dev',
  },
  bun: {
    name: 'bun',
    install: 'bun install',
    run: 'bun run',
    exec: 'bunx',
    node: 'node',
    add: 'bun add --dev',
  },
};

const lockFiles: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': managers.npm,
  'pnpm-lock.yaml': managers.pnpm,
  'yarn.lock': managers.yarn,
  'bun.lock': managers.bun,
  'bun.lockb': managers.bun,
};

/**
 * The package manager of a project, by its lock file. Without a lock file, it's the one that runs this program,
 * by its user agent, and otherwise npm. @param cwd the project's folder.
 */
export function packageManagerOf(
  cwd: string,
  { npm_config_user_agent = '' }: Readonly<Record<string, string | undefined>>,
): PackageManager {
  const lockFile = Object.keys(lockFiles).find((file) => existsSync(path.join(cwd, file)));
  const [running = ''] = npm_config_user_agent.split('/');
  return (
    (lockFile && lockFiles[lockFile]) ||
    Object.values(managers).find(({ name }) => name === running) ||
    managers.npm
  );
}
