import { io } from '../../../tools/terminal/io.ts';
import { releaseLocks } from './deployment-lock.ts';

/**
 * Ends the process cleanly after Ctrl-C and similar signals. Temporary files are removed (wrangler.ts), and the
 * lock is released. A second signal ends the process immediately.
 */
export function exitGracefully(): void {
  const { signals, exit } = io();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    signals.once(signal, () => void releaseLocks().finally(() => exit(1)));
}
