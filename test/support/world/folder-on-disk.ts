import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of somebody else's project, in which npm installs. What npm installs is too much for a folder in memory. */
export interface FolderOnDisk {
  path: string;
  /**
   * Runs lines of a shell there, as a step of GitHub does: each fault ends them. What they start in the background goes on.
   * @returns what was printed. @throws where they fail, with that.
   */
  run(lines: string, env?: NodeJS.ProcessEnv): Promise<string>;
  /** Ends all that was started there, and removes the folder. */
  remove(): void;
}

/** npm asks its cache first, and prints nothing that no test reads. */
const npm = {
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** That of these tests, with their own Node in front of the machine's. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  // The runner of these tests says here that a test may not start another one.
  NODE_TEST_CONTEXT: undefined,
  NODE_ENV: undefined,
});

/** Makes an empty folder. Whoever makes it removes it. */
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
    // Nothing of it runs any more.
  }
}
