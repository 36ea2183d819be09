/**
 * Runs a program and kills it when this process's parent exits, even if the parent was killed. Otherwise, a local
 * environment would keep its port. The command-line arguments are a script for Node and the script's arguments.
 * This process must be the leader of a process group.
 */
import { spawn } from 'node:child_process';

const program = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });

// wrangler ends its child processes only at SIGTERM. At SIGHUP, wrangler's first process exits, but its other
// processes continue to run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => program.kill('SIGTERM'));
program.once('exit', (code) => process.exit(code ?? 1));

process.once('disconnect', () => {
  if (process.platform === 'win32') program.kill();
  else process.kill(-process.pid, 'SIGKILL');
});
