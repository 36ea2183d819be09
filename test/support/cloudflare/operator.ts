import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../world/isolation.ts';
import { root } from '../world/test-workers.ts';

/** The terminal of an operator: a folder with their files, and the real command. */
export function openTerminal(environment: Record<string, string>) {
  const folder = mkdtempSync(path.join(testFolder(), 'operator-'));
  let running: ReturnType<typeof spawn> | undefined;

  async function run(script: string, parameters: string[]): Promise<{ output: string; code: number | null }> {
    const child = spawn(process.execPath, [path.join(root, script), ...parameters], {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(testFolder(), 'compiled'), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    running = undefined;
    return { output, code };
  }

  return {
    folder,
    write(name: string, text: string): void {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    },
    remove: (name: string) => rmSync(path.join(folder, name), { recursive: true, force: true }),
    read: (name: string) => readFileSync(path.join(folder, name), 'utf8'),
    /** Every file of the folder, by its path in it, with what it holds and who may read it. */
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => ({
          name,
          text: readFileSync(path.join(folder, name), 'utf8'),
          mode: statSync(path.join(folder, name)).mode & 0o777,
        })),
    /** `npm run deploy -- …`, as npm runs it. @returns what it wrote, to both streams, and its exit code. */
    deploy: (...parameters: string[]) => run('scripts/deploy.ts', parameters),
    /** `npm run plid -- …`, likewise. */
    plid: (...parameters: string[]) => run('scripts/plid.ts', parameters),
    /** Ends the running command: at once, as a machine that loses its power, or as Ctrl-C and the like do. */
    kill: (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => running?.kill(signal),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
