import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Outcome, writeNew } from '../project-files.ts';
import type { FrameworkTemplate, TemplateFiles } from './template.ts';

/** Lines that the user adds by hand. */
export interface Addition {
  /** The existing file, or undefined for code of the project whose file isn't known. */
  to: string | undefined;
  /** The template's file. */
  file: string;
  text: string;
}

interface FrameworkProject {
  cwd: string;
  /** Whether the project depends on the framework. */
  hasFramework: boolean;
  outcome: Outcome;
}

/** Writes the files that don't exist. @returns what to add to the others, and to the project's own code. */
export function writeFiles(
  template: FrameworkTemplate,
  files: TemplateFiles,
  { cwd, hasFramework, outcome }: FrameworkProject,
): Addition[] {
  const additions: Addition[] = [];
  const placed = template.place(files, cwd);
  const hasOwnServer = hasFramework && hasSource(cwd);
  const ownCode = () => template.ownCode(files[template.ownCodeFile] ?? '');
  for (const [file, text] of Object.entries(placed)) {
    const existing = template.findExisting(cwd, file);
    if (existing === undefined) {
      writeNew(path.join(cwd, file), text);
      outcome.written.push(file);
      continue;
    }
    outcome.kept.push(existing);
    const present = readFileSync(path.join(cwd, existing), 'utf8');
    const isServer = template.isServer && file === template.ownCodeFile;
    if (present !== text)
      additions.push({
        to: existing,
        file,
        text: isServer ? ownCode() : missingLines(file, text, present),
      });
  }
  const isOnlyExample = hasOwnServer && template.isServer && outcome.written.includes(template.ownCodeFile);
  const lacksExamples = Object.keys(placed).length < Object.keys(files).length;
  if (isOnlyExample || lacksExamples)
    additions.push({ to: undefined, file: template.ownCodeFile, text: ownCode() });
  return additions.filter(({ text }) => text !== '');
}

/** Whether the project has source files of its own, which aren't configurations of tools. */
const hasSource = (cwd: string): boolean =>
  [cwd, path.join(cwd, 'src')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .some((file) => /\.[cm]?[jt]sx?$/.test(file) && !/config/.test(file));

/** The variables that an existing `.env` lacks, or the whole text of another file. */
function missingLines(file: string, text: string, present: string): string {
  if (file !== '.env') return text.trimEnd();
  const isMissing = (line: string) => {
    const [name = ''] = line.split('=');
    return (
      name !== '' &&
      !name.startsWith('#') &&
      !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(present)
    );
  };
  return text.split('\n').filter(isMissing).join('\n');
}
