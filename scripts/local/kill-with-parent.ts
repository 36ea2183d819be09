/**
 * Runs a program that must not outlive whoever started this, even if that is killed: a local world left behind would
 * hold its port. Arguments: the program for Node, and its own arguments. The starter makes this a process group.
 */
import { spawn } from 'node:child_process';

const program = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => program.kill(signal));
program.once('exit', (code) => process.exit(code ?? 1));

process.once('disconnect', () => {
  if (process.platform === 'win32') program.kill();
  else process.kill(-process.pid, 'SIGKILL');
});
