import { stripVTControlCharacters } from 'node:util';
import { io } from '../../tools/terminal/io.ts';
import { terminalColumns } from '../../tools/terminal/layout.ts';
import { formatLogLine } from './log-view.ts';

/** Whether a line reports that the runtime has crashed. */
export const reportsCrash = (line: string): boolean => line.includes('The Workers runtime crashed');

/**
 * Lines that are useless here: the workers log each request themselves, and wrangler reports its own log file and
 * build commands.
 */
const isOfNoUse = /^(?:$|\[wrangler:info\] |🪵 |⎔ Reloading|\[custom build\] (?:$|Running: ))/u;

/** wrangler's prefix of the workers' lines, which contain their own level and name. */
const added = /^(?:\[[\w-]+\] |✘ \[ERROR\] |▲ \[WARNING\] )+(?=\{)/u;

/** The last carrier fault in the workers' log. */
let lastFault: string | undefined;
let isRepeating = false;

/** Whether the runtime repeats the last carrier fault, or prints the fault's stack. */
function isRepeated(text: string): boolean {
  lastFault = /"fault":"(.+?)"/.exec(text)?.[1] ?? lastFault;
  const isUncaught = text.startsWith('✘ [ERROR] Uncaught ');
  isRepeating = isUncaught
    ? lastFault !== undefined && text.includes(lastFault)
    : isRepeating && /^\s+at /.test(text);
  return isRepeating;
}

/**
 * Selects and formats a line of wrangler's output: people get readable lines, programs get the workers' lines
 * without colors. @param stopped whether wrangler is stopping. Then only the workers' lines matter, because an
 * interrupted compiler prints long errors.
 */
export function formatWranglerLine(line: string, stopped: boolean): string | undefined {
  const text = stripVTControlCharacters(line).replace(added, '');
  if (isOfNoUse.test(text) || isRepeated(text) || (stopped && !text.startsWith('{'))) return undefined;
  const said = text.replace('[custom build] ', '');
  return io().stdout.isTTY ? formatLogLine(said, terminalColumns(), new Date()) : said;
}
