import path from 'node:path';
import { packageManagerOf } from './package-manager.ts';

/** A program with its arguments, as `execFile` takes them. */
interface Command {
  file: string;
  words: readonly string[];
  shell: boolean;
}

/** The machine on which npm runs. */
export interface Machine {
  platform: NodeJS.Platform;
  /** The file of Node. */
  execPath: string;
  exists: (file: string) => boolean;
}

/**
 * Returns the command that runs npm: the npm that runs this program, the one that was installed with Node, or the
 * one in `PATH`. Other package managers set `npm_execpath` too, but don't understand npm's arguments.
 */
export function npmCommand(
  words: readonly string[],
  { npm_execpath = '' }: Readonly<Record<string, string | undefined>>,
  { platform, execPath, exists }: Machine,
): Command {
  const { basename, dirname, join } = platform === 'win32' ? path.win32 : path.posix;
  // Node's installer for Windows has no folder `lib`.
  const modules = platform === 'win32' ? 'node_modules' : '../lib/node_modules';
  const besideNode = join(dirname(execPath), modules, 'npm/bin/npm-cli.js');
  const program = basename(npm_execpath) === 'npm-cli.js' ? npm_execpath : besideNode;
  if (program === npm_execpath || exists(program))
    return { file: execPath, words: [program, ...words], shell: false };
  if (platform !== 'win32') return { file: 'npm', words, shell: false };
  // Only a shell runs npm.cmd, and it splits words at spaces.
  return { file: ['npm', ...words.map((word) => `"${word}"`)].join(' '), words: [], shell: true };
}

/**
 * Returns the command that adds the sandbox's runtime to a project. With npm, wrangler brings it along. Other package
 * managers let a package use only what the project itself lists. @param cwd the project's folder.
 */
export function installAdvice(
  version: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { name, add } = packageManagerOf(cwd, env);
  return `${add} ${name === 'npm' ? 'wrangler' : `miniflare@${version}`}`;
}
