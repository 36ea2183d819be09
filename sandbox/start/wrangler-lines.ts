import { stripVTControlCharacters } from 'node:util';
import { io } from '../../tools/terminal/io.ts';
import { terminalColumns } from '../../tools/terminal/layout.ts';
import { formatLogLine } from './log-view.ts';

/** Whether a line reports that the runtime has crashed. */
export const reportsCrash = (line: string): boolean => line.includes('The Workers runtime crashed');

/**
 * Lines of wrangler's output that are useless here. The workers log each request themselves, and the other lines
 * only report wrangler's log file and build commands.
 */
const isOfNoUse = /^(?:$|\[wrangler:info\] |🪵 |⎔ Reloading|\[custom build\] (?:$|Running: ))/u;

/**
 * The prefix that wrangler adds to the workers' log lines. It is removed because these lines contain their own
 * level and name.
 */
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
 * Selects and formats a line of wrangler's output. A terminal gets readable lines, and a program gets the workers'
 * lines without colors. @param stopped whether wrangler is stopping. If so, only the workers' lines are kept,
 * because an interrupted compiler prints long errors.
 */
export function formatWranglerLine(line: string, stopped: boolean): string | undefined {
  const text = stripVTControlCharacters(line).replace(added, '');
  if (isOfNoUse.test(text) || isRepeated(text) || (stopped && !text.startsWith('{'))) return undefined;
  const said = text.replace('[custom build] ', '');
  return io().stdout.isTTY ? formatLogLine(said, terminalColumns(), new Date()) : said;
}
