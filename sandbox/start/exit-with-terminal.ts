import { writeSync } from 'node:fs';

/** How often to look, in milliseconds. */
const interval = 500;

/**
 * Ends this process, as SIGTERM does, once nobody can read its output any more: its terminal was closed, which a SIGHUP does not
 * always tell, or the program that read its output has ended.
 */
export function exitWithTerminal(): void {
  const end = () => process.kill(process.pid, 'SIGTERM');
  for (const output of [process.stdout, process.stderr]) output.once('error', end);
  if (!process.stdout.isTTY) return;
  const timer = setInterval(() => {
    if (!isTerminalClosed(process.stdout.fd)) return;
    clearInterval(timer);
    end();
  }, interval);
  timer.unref();
}

/** Whether the terminal behind a file descriptor is closed: not even nothing can be written to it then. */
function isTerminalClosed(descriptor: number): boolean {
  try {
    return writeSync(descriptor, '') !== 0;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EIO';
  }
}
