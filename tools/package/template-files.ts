import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frameworks } from '../../packages/plid/command/init/framework/frameworks.ts';
import type { Language, TemplateFiles } from '../../packages/plid/command/init/framework/template.ts';
import { inJavaScript } from './javascript-of.ts';
import { pageOfTab } from './page-of-tab.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the files that a page shows: each has its path as heading, and the first code block below it. */
export function templateFilesOf(framework: string, language: Language): TemplateFiles {
  const [file = '', tab] = frameworks[framework]?.page.split('#') ?? [];
  const page = pageOfTab(readFileSync(path.join(root, file), 'utf8'), tab);
  const sections = page
    .split(/^#+ (?=`)/m)
    .map((section) => /^`([^`]+)`\n.*?^```\w+\n(.*?\n)```$/ms.exec(section));
  const shown = sections.flatMap((found) =>
    found === null ? [] : [{ file: found[1] ?? '', text: found[2] ?? '' }],
  );
  const files = language === 'typescript' ? shown : inJavaScript(shown);
  return Object.fromEntries(files.map(({ file, text }) => [file, text]));
}

/** The files of all templates. */
export const templatesInBothLanguages = (): Record<string, Record<Language, TemplateFiles>> =>
  Object.fromEntries(
    Object.keys(frameworks).map((name) => [
      name,
      { typescript: templateFilesOf(name, 'typescript'), javascript: templateFilesOf(name, 'javascript') },
    ]),
  );
