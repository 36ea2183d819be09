/**
 * Runs a program and kills it when the process that started this one ends, even if that was killed: otherwise a local world
 * would go on holding its port. Arguments: the program for Node, and its own arguments. This process must be the leader
 * of a process group.
 */
import { spawn } from 'node:child_process';

const program = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });

// Wrangler ends all that it has started only at SIGTERM. At SIGHUP its first process dies, and the others stay.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => program.kill('SIGTERM'));
program.once('exit', (code) => process.exit(code ?? 1));

process.once('disconnect', () => {
  if (process.platform === 'win32') program.kill();
  else process.kill(-process.pid, 'SIGKILL');
});
