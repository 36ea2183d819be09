import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';

/** What a reader takes from a page of docs/client. */
export interface PageFiles {
  /** The text of each file, by its path. A heading such as `server.js` names the file of the code below it. */
  files: Map<string, string>;
  /** The commands below the headings "Install" and "Start". */
  install: string[];
  start: string[];
}

/** Reads the files and commands of a page. @throws if a code block is neither. */
export function pageFilesOf(page: string): PageFiles {
  const result: PageFiles = { files: new Map(), install: [], start: [] };
  for (const { heading, language, text } of codeBlocksOf(page)) {
    const file = /^`([^`]+)`$/.exec(heading)?.[1];
    if (file !== undefined && language !== '' && !result.files.has(file)) result.files.set(file, `${text}\n`);
    else if (language === '' && heading === 'Install') result.install.push(...text.split('\n'));
    else if (language === '' && heading === 'Start') result.start.push(...text.split('\n'));
    else throw new Error(`${page}: no file and no command: ${text}`);
  }
  return result;
}
