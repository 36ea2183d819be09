import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of another project, in which npm installs. The result of that is too large for a folder in memory. */
export interface FolderOnDisk {
  path: string;
  /**
   * Runs lines of a shell there, as a step of GitHub does: each fault ends them. Programs that they start in the background
   * continue.
   * @returns both streams. @throws if they fail, with both streams.
   */
  run(lines: string, env?: NodeJS.ProcessEnv): Promise<string>;
  /** Ends every program that was started there, and removes the folder. */
  remove(): void;
}

/** npm asks its cache first, and prints only what a test reads. */
const npm = {
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** The environment of these tests, with their own Node in front of the machine's. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  // The runner of these tests sets this variable, which keeps a test from starting another runner.
  NODE_TEST_CONTEXT: undefined,
  NODE_ENV: undefined,
});

/** Makes an empty folder, which its caller removes. */
export function folderOnDisk(): FolderOnDisk {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'plid-project-')));
  const groups: number[] = [];
  return {
    path: folder,
    async run(lines, env = {}) {
      const log = path.join(folder, `output-${groups.length}.log`);
      const output = openSync(log, 'w');
      const child = spawn('bash', ['-e', '-c', lines], {
        cwd: folder,
        env: { ...environment(), ...npm, ...env },
        detached: true,
        stdio: ['ignore', output, output],
      });
      groups.push(child.pid ?? 0);
      const code = await new Promise((resolve) => child.once('exit', resolve));
      closeSync(output);
      const printed = readFileSync(log, 'utf8');
      if (code !== 0) throw new Error(`${lines}\n${printed}`);
      return printed;
    },
    remove() {
      for (const group of groups) endGroup(group);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    // No process is left.
  }
}
