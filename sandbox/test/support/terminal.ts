import { spawn, spawnSync } from 'node:child_process';

/** Whether this machine has a program that opens a terminal for another one: `script` of util-linux. */
export const hasTerminal = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** Variables that decide about colours before the terminal does. */
const colourVariables = /^(?:NO_COLOR|NODE_DISABLE_COLORS|FORCE_COLOR|CI|GITHUB_ACTIONS|COLORTERM|TERM)$/;

interface Terminal {
  columns: number;
  cwd?: string;
  env?: Record<string, string>;
}

/** Starts a program on a terminal of its own, as a user does. */
export function onTerminal(words: readonly string[], { columns, cwd, env = {} }: Terminal) {
  const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const inherited = Object.entries(process.env).filter(([name]) => !colourVariables.test(name));
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 24; exec ${command}`, '/dev/null'], {
    cwd,
    env: { ...Object.fromEntries(inherited), TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return {
    /** The output so far; lines end as in a file. */
    output: () => output.replaceAll('\r\n', '\n'),
    /** Types something: Ctrl-C is `\x03`. */
    type: (text: string) => child.stdin.write(text),
    pid: child.pid ?? 0,
    close: () => child.kill('SIGKILL'),
    exit: new Promise<number | null>((resolve) => child.once('close', resolve)),
  };
}
