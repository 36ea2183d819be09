import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TemplateFiles } from '../../packages/plid/command/init/framework/template.ts';

const clientPages = path.resolve(import.meta.dirname, '../../docs/client');

/** Frameworks of `plid init` whose files a page of docs/client shows. */
export const templates = ['express', 'hono', 'nextjs'] as const;

/** Returns the files that a page shows: each has its path as heading, and the first code block below it. */
export function templateFilesOf(framework: string): TemplateFiles {
  const page = readFileSync(path.join(clientPages, `${framework}.md`), 'utf8');
  const sections = page
    .split(/^#+ /m)
    .map((section) => /^`([^`]+)`\n.*?^```\w+\n(.*?\n)```$/ms.exec(section));
  return Object.fromEntries(sections.flatMap((found) => (found === null ? [] : [[found[1], found[2]]])));
}
