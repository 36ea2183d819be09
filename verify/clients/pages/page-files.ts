import type { Language } from '../../../packages/plid/command/init/framework/template.ts';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { readDocument } from '../../../test/support/assertions/markdown.ts';
import { inJavaScript, languagesComment } from '../../../tools/package/javascript-of.ts';

/** A code block of a page that a reader pastes. */
interface PageFile {
  file: string;
  text: string;
  /** Whether the block is added to the end of a file that a command has written. */
  isAddition: boolean;
}

/** What a reader takes from a page of docs/client. */
export interface PageFiles {
  files: PageFile[];
  /** The commands below the headings "Install" and "Start". */
  install: string[];
  start: string[];
}

/**
 * Reads the files and commands of a page. A heading names the file of the code below it: `server.js`, or "Add to"
 * and the name. @param variations headings with code that another test runs. @param language of a page with both.
 * @throws if any other code block is neither a file nor a command.
 */
export function pageFilesOf(
  page: string,
  variations: readonly string[] = [],
  language: Language = 'javascript',
): PageFiles {
  const files: PageFile[] = [];
  const commands: Record<string, string[]> = { Install: [], Start: [] };
  for (const { heading, language, text } of codeBlocksOf(page)) {
    const [, addition, file] = /^(Add to )?`([^`]+)`$/.exec(heading) ?? [];
    if (variations.includes(heading)) continue;
    if (language === '' && commands[heading] !== undefined) commands[heading].push(...text.split('\n'));
    else if (language === '' || file === undefined || files.some((other) => other.file === file))
      throw new Error(`${page}: this block is neither a file nor a command:\n${text}`);
    else files.push({ file, text: `${text}\n`, isAddition: addition !== undefined });
  }
  const { Install: install = [], Start: start = [] } = commands;
  const isInJavaScript = language === 'javascript' && readDocument(page).includes(languagesComment);
  return { files: isInJavaScript ? inJavaScript(files) : files, install, start };
}

/** The packages that a page's apt-get commands install. */
export const debianPackagesOf = (page: string): string[] =>
  codeBlocksOf(page).flatMap(({ text }) =>
    [...text.matchAll(/^sudo apt-get install (.+)$/gm)].flatMap(([, names = '']) => names.split(' ')),
  );
