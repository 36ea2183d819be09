import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { adminProgram } from '../../cli/program.ts';

/** `--rollback` among the words of a deployment is the command of that name. */
function deployWords(words: readonly string[]): string[] {
  const others = words.filter((word) => word !== '--rollback');
  return [others.length < words.length ? 'rollback' : 'deploy', ...others];
}

/** The terminal of an operator: a folder with their files, and the real commands. */
export function openTerminal(environment: Record<string, string>) {
  const folder = mkdtempSync(path.join(testFolder(), 'operator-'));
  const env = { NODE_COMPILE_CACHE: path.join(testFolder(), 'compiled'), ...environment };
  const run = (words: string[], typed?: string) =>
    runCommand(adminProgram, words, { cwd: folder, env, ...(typed !== undefined && { typed }) });
  let running: ReturnType<typeof spawn> | undefined;

  /** Runs plid-admin in a process of its own, which a test can kill. */
  async function start(parameters: string[]): Promise<{ output: string; code: number | null }> {
    const child = spawn(process.execPath, [path.join(root, 'admin/bin/plid-admin.ts'), ...parameters], {
      cwd: folder,
      env: { ...process.env, ...env },
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
    /** Every file of the folder, by its path in it, with its content and its permissions. */
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => ({
          name,
          text: readFileSync(path.join(folder, name), 'utf8'),
          mode: statSync(path.join(folder, name)).mode & 0o777,
        })),
    /** `plid-admin deploy …`, in this process. */
    deploy: (...parameters: string[]) => run(deployWords(parameters)),
    /** The same at a terminal, with typed input. */
    type: (typed: string) => ({
      deploy: (...parameters: string[]) => run(deployWords(parameters), typed),
    }),
    /** `plid-admin …`, in this process. */
    plid: (...parameters: string[]) => run(parameters),
    /** The same in processes of their own, as npx runs them. @returns both of their streams, and their exit code. */
    start: {
      deploy: (...parameters: string[]) => start(deployWords(parameters)),
      plid: (...parameters: string[]) => start(parameters),
    },
    /** Ends the command of `start`: at once, as a power failure does, or as Ctrl-C does. */
    kill: (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => running?.kill(signal),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
