import { io } from '../terminal/io.ts';
import { giveLocksBack } from './lock.ts';

/**
 * Ends the process by Ctrl-C and the like as it should end: what is written for a moment alone is removed on the way out
 * (wrangler.ts), and nobody has to wait for a lock of somebody who is gone. A second signal ends it at once.
 */
export function endInOrder(): void {
  const { signals, exit } = io();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    signals.once(signal, () => void giveLocksBack().finally(() => exit(1)));
}
