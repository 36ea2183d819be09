import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireNode } from '../sandbox/load-miniflare.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { Io } from './io.ts';
import { installAdvice, npmCommand } from './npm-command.ts';

/**
 * Returns the file of miniflare that `plid sandbox` runs: undefined if the project has installed it, otherwise the one
 * in the user's cache folder, which is installed first if it's missing.
 * @param version of miniflare. @throws {SandboxError} if Node is too old, or npm can't install it.
 */
export async function findRuntime(version: string, { env, cwd, console }: Io): Promise<string | undefined> {
  requireNode();
  if (canResolve('miniflare', import.meta.filename)) return undefined;
  const folder = path.join(cacheFolder(env), 'plid', `miniflare-${version}`);
  const entry = path.join(folder, 'index.js');
  if (!canResolve('miniflare', entry)) {
    console.error(`Installing the sandbox's runtime (miniflare ${version}) once, into ${folder} …`);
    await install(folder, version, { env, cwd });
  }
  return createRequire(entry).resolve('miniflare');
}

function canResolve(name: string, from: string): boolean {
  try {
    return existsSync(createRequire(from).resolve(name));
  } catch {
    return false;
  }
}

/** The folder for files that can be downloaded again. */
function cacheFolder(env: Io['env']): string {
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Caches');
  if (process.platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  return path.join(homedir(), '.cache');
}

/** Installs into a temporary folder first, so that an interrupted installation leaves nothing half done. */
async function install(
  folder: string,
  version: string,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Promise<void> {
  const temporary = `${folder}.${process.pid}`;
  const words = [
    'install',
    '--prefix',
    temporary,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
  ];
  try {
    mkdirSync(temporary, { recursive: true });
    await npm([...words, `miniflare@${version}`], env);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } catch (failure) {
    throw new SandboxError(
      `The sandbox's runtime could not be installed (${reasonOf(failure)}). Check the network, or run in your project: ${installAdvice(version, cwd, env)}`,
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function reasonOf(failure: unknown): string {
  const { stderr = '', message, code } = failure as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return 'npm is not installed';
  const [reason = message] = stderr.match(/^npm (?:error|ERR!) .+$/m) ?? [];
  return reason;
}

function npm(words: readonly string[], env: Io['env']): Promise<unknown> {
  const run = promisify(execFile);
  // npx sets options of its own, such as the package that it runs.
  const own = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_config_(?:package|prefix|yes)$/i.test(name)),
  );
  const { platform, execPath } = process;
  const { file, words: given, shell } = npmCommand(words, env, { platform, execPath, exists: existsSync });
  return run(file, given, { env: own, shell });
}
