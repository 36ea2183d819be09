import { stripVTControlCharacters } from 'node:util';

/**
 * Explains in a sentence why wrangler failed, based on its output. @param ended whether wrangler has exited. While
 * it runs, some of its errors aren't fatal.
 * @returns undefined if the output contains no failure.
 */
export function explainStartupError(lines: readonly string[], ended: boolean): string | undefined {
  const text = stripVTControlCharacters(lines.join('\n'));
  if (/EADDRINUSE|address already in use/i.test(text)) return 'Another program is using the port.';
  if (/no such named entrypoint/.test(text))
    return 'The Worker of --carrier exports no class named Carrier. Add: export class Carrier extends WorkerEntrypoint (docs/examples/carrier).';
  const [, fault] = /\[ERROR\] Build failed[^\n]*\n(.*?)\n\s*\n\s*\n/s.exec(text) ?? [];
  if (fault !== undefined) return `The Worker of --carrier could not be built:\n\n${fault.trim()}`;
  if (!ended) return undefined;
  const [refused] = /\b(?:EACCES|EPERM|EROFS|ENOSPC|ENOTDIR)\b.*/.exec(text) ?? [];
  if (refused !== undefined) return `wrangler cannot write a file that it needs: ${refused}`;
  const [, reason] = /\[ERROR\]\s*(.*)/.exec(text) ?? [];
  return reason === undefined
    ? 'wrangler exited before the local environment responded.'
    : `wrangler exited before the local environment responded: ${reason}`;
}
