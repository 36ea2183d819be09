import { writeSync } from 'node:fs';

/** Polling interval, in milliseconds. */
const interval = 500;

/**
 * Ends this process, like SIGTERM, when its output can no longer be read. Either its terminal was closed, which
 * SIGHUP doesn't always signal, or the program that read its output has exited.
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

/** Whether the terminal of a file descriptor is closed. If it is, even an empty write fails. */
function isTerminalClosed(descriptor: number): boolean {
  try {
    return writeSync(descriptor, '') !== 0;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EIO';
  }
}
