import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language, TemplateFiles } from '../../packages/plid/command/init/framework/template.ts';
import { inJavaScript } from './javascript-of.ts';

const clientPages = path.resolve(import.meta.dirname, '../../docs/client');

/** Frameworks of `plid init` whose files a page of docs/client shows. */
const templates = ['express', 'hono', 'nextjs'] as const;

/** Returns the files that a page shows: each has its path as heading, and the first code block below it. */
export function templateFilesOf(framework: string, language: Language): TemplateFiles {
  const page = readFileSync(path.join(clientPages, `${framework}.md`), 'utf8');
  const sections = page
    .split(/^#+ /m)
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
    templates.map((name) => [
      name,
      { typescript: templateFilesOf(name, 'typescript'), javascript: templateFilesOf(name, 'javascript') },
    ]),
  );
