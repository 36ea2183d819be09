import { io } from '../../tools/terminal/io.ts';
import { releaseLocks } from './lock.ts';

/**
 * Ends the process in order at Ctrl-C and the like: temporary files are removed on the way out
 * (wrangler.ts), and no other command has to wait for its lock. A second signal ends it at once.
 */
export function exitGracefully(): void {
  const { signals, exit } = io();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    signals.once(signal, () => void releaseLocks().finally(() => exit(1)));
}
