import { exitStatusOf } from '../../plid/command/exit-status.ts';
import type { Io } from '../../plid/command/io.ts';
import { withPrintableConsole } from '../../plid/command/printable.ts';
import { UsageError } from '../../plid/command/usage-error.ts';
import { carrier } from './carrier.ts';
import { conformance } from './conformance.ts';

const help = `plid-kits   Test another program against plid's interfaces

  plid-kits conformance   Test a login service against the specification (see: plid-kits conformance --help)
  plid-kits carrier       Test a carrier's HTTP API (see: plid-kits carrier --help)
  plid-kits version       Print the version (also: --version)
  plid-kits help          Print this help (also: --help)`;

const kits = new Map([
  ['conformance', conformance],
  ['carrier', carrier],
]);

/**
 * Runs `plid-kits conformance` or `plid-kits carrier`. @param version of the package.
 * @returns the exit status: 1 for a failure, 2 for an invalid command line.
 */
export function runKits(words: readonly string[], given: Io, version: () => string): Promise<number> {
  const io = withPrintableConsole(given);
  const [command = 'help', ...more] = words;
  const print = (text: string) => {
    io.console.log(text);
    return 0;
  };
  return exitStatusOf(words, io, async () => {
    const kit = kits.get(command);
    if (kit !== undefined) return (await kit(more, io)) ? 0 : 1;
    if (more.length === 0) {
      if (['help', '--help', '-h'].includes(command)) return print(help);
      if (['version', '--version', '-v'].includes(command)) return print(version());
    }
    throw new UsageError(`Unknown command: ${words.join(' ')}. See: plid-kits --help`);
  });
}
