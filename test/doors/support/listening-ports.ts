import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { descendantsOf } from '../../support/world/npm-start.ts';

/** Whether this system shows which process listens at which port. */
export const showsListeners = process.platform === 'linux';

/** The state of a listening socket in /proc/net/tcp. */
const listening = '0A';

/** The ports at which the processes that this process has started listen, and their own children. Linux only. */
export function listeningPorts(): number[] {
  const sockets = new Map<string, number>();
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === listening)
        sockets.set(`socket:[${inode}]`, Number.parseInt(local.split(':').at(-1) ?? '', 16));
    }
  const processes = [process.pid, ...descendantsOf(process.pid).map(({ pid }) => pid)];
  const ports = processes.flatMap((pid) => openFiles(pid).flatMap((file) => sockets.get(file) ?? []));
  return [...new Set(ports)];
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(`${folder}/${name}`);
      } catch {
        return '';
      }
    });
  } catch {
    return []; // The process has ended meanwhile.
  }
}
