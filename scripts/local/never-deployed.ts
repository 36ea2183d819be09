import { execFileSync } from 'node:child_process';

/** Of wrangler's commands that build, those that would put the local world at Cloudflare. */
const deploying = /^(?:deploy|versions upload)$/;
/** How far up wrangler stands: between it and this process there is a shell, or none. */
const maxAncestors = 3;

/** Says why wrangler then misses the file that it looks for. */
export const neverDeployed =
  'Nothing is built here for a deployment: this is the local world, whose sandbox signs everybody in. Deploy with: npm run deploy -- service, or gateway';

/** Whether wrangler builds in order to deploy. A dry run is none: it sends nothing. @param command with which wrangler builds. */
export const isDeployment = (command: string | undefined): boolean =>
  deploying.test(command ?? '') && !isDryRun();

/** Whether wrangler was called with `--dry-run`, which it does not pass on. Where that can't be seen it counts as none. */
function isDryRun(): boolean {
  let pid = process.ppid;
  for (let depth = 0; depth < maxAncestors; depth += 1) {
    const [, parent, words = ''] = /^\s*(\d+)\s+(.*)/s.exec(processOf(pid)) ?? [];
    if (/ --dry-run(?!=false| false)(?:[ =]|\s*$)/.test(words)) return true;
    if (parent === undefined) return false;
    pid = Number(parent);
  }
  return false;
}

/** The parent and the command line of a process; empty where that is not told. */
function processOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
