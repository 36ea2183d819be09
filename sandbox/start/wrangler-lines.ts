import { stripVTControlCharacters } from 'node:util';
import { io } from '../../tools/terminal/io.ts';
import { terminalColumns } from '../../tools/terminal/layout.ts';
import { readable } from './log-view.ts';

/** The lines of wrangler once its runtime has crashed. */
export const reportsCrash = (line: string): boolean => line.includes('The Workers runtime crashed');

/** The workers log each request themselves; where wrangler keeps its own log, or which command it runs, is of no use to anybody here. */
const isOfNoUse = /^(?:$|\[wrangler:info\] |🪵 |⎔ Reloading|\[custom build\] (?:$|Running: ))/u;

/** The text that wrangler writes before a line of the workers, which name their level and themselves. */
const added = /^(?:\[[\w-]+\] |✘ \[ERROR\] |▲ \[WARNING\] )+(?=\{)/u;

/** The fault of a carrier that a line of the workers has told last. */
let told: string | undefined;
let isRepeating = false;

/** Whether the runtime tells such a fault once more, or the place in the code where it was thrown. */
function isRepeated(text: string): boolean {
  told = /"fault":"(.+?)"/.exec(text)?.[1] ?? told;
  const isUncaught = text.startsWith('✘ [ERROR] Uncaught ');
  isRepeating = isUncaught ? told !== undefined && text.includes(told) : isRepeating && /^\s+at /.test(text);
  return isRepeating;
}

/**
 * Chooses what is shown of a line that wrangler writes while it serves: a person reads lines, a program gets them as the workers write them,
 * without colours.
 * @param stopped once it is to end, when only the workers have anything to say: a compiler that is cut off complains at length.
 */
export function isShown(line: string, stopped: boolean): string | undefined {
  const text = stripVTControlCharacters(line).replace(added, '');
  if (isOfNoUse.test(text) || isRepeated(text) || (stopped && !text.startsWith('{'))) return undefined;
  const said = text.replace('[custom build] ', '');
  return io().stdout.isTTY ? readable(said, terminalColumns(), new Date()) : said;
}
