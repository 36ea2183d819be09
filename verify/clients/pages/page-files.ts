import type { Language } from '../../../packages/plid/command/init/framework/template.ts';
import { type CodeBlock, codeBlocksIn } from '../../../test/support/assertions/code-blocks.ts';
import { readDocument } from '../../../test/support/assertions/markdown.ts';
import { anchorOf } from '../../../tools/package/anchor-of.ts';
import { inJavaScript, languagesComment } from '../../../tools/package/javascript-of.ts';
import { pageOfTab } from '../../../tools/package/page-of-tab.ts';

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
  /** The commands below the headings "Install" or of a tab, and "Start". */
  install: string[];
  start: string[];
}

/** The text of a page, or of its part for one tab: `docs/client/web.md#hono`. */
function textOf(page: string): string {
  const [file = '', tab] = page.split('#');
  return pageOfTab(readDocument(file), tab);
}

function blocksOf(page: string): CodeBlock[] {
  const [file = '', tab] = page.split('#');
  const blocks = codeBlocksIn(textOf(page), file);
  // Commands below the title of the tab install its packages.
  return blocks.map((block) => (anchorOf(block.heading) === tab ? { ...block, heading: 'Install' } : block));
}

/**
 * Reads the files and commands of a page or tab. A heading names the file of the code below it: `server.js`, or "Add to"
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
  for (const { heading, language, text } of blocksOf(page)) {
    const [, addition, file] = /^(Add to )?`([^`]+)`$/.exec(heading) ?? [];
    if (variations.includes(heading)) continue;
    if (language === '' && commands[heading] !== undefined) commands[heading].push(...text.split('\n'));
    else if (language === '' || file === undefined || files.some((other) => other.file === file))
      throw new Error(`${page}: this block is neither a file nor a command:\n${text}`);
    else files.push({ file, text: `${text}\n`, isAddition: addition !== undefined });
  }
  const { Install: install = [], Start: start = [] } = commands;
  const isInJavaScript = language === 'javascript' && textOf(page).includes(languagesComment);
  return { files: isInJavaScript ? inJavaScript(files) : files, install, start };
}

/** The packages that a page's apt-get commands install. */
export const debianPackagesOf = (page: string): string[] =>
  blocksOf(page).flatMap(({ text }) =>
    [...text.matchAll(/^sudo apt-get install (.+)$/gm)].flatMap(([, names = '']) => names.split(' ')),
  );
