import { existsSync } from 'node:fs';
import path from 'node:path';

/** The files that a page of docs/client shows, by their paths. */
export type TemplateFiles = Readonly<Record<string, string>>;

/** The sign-in for one framework. Its files come from the page. */
export interface FrameworkTemplate {
  /** Name of the framework. */
  title: string;
  /** The npm package that a project of this framework depends on. */
  framework: string;
  /** Versions of the packages that the page installs. */
  dependencies: Readonly<Record<string, string>>;
  /** The script that starts a new project, and the page's command to start it. */
  script: string;
  command: string;
  /** What to open first. */
  address: string;
  /** The page, which explains the files. */
  page: string;
  /** Folders that Git ignores in a new project. */
  ignored: readonly string[];
  /** Returns the files for this project. The page's examples are left out if the project has pages of its own. */
  place(files: TemplateFiles, cwd: string): TemplateFiles;
  /** Returns the existing file in place of a template's file, such as `app/page.tsx` for `app/page.js`. */
  findExisting(cwd: string, file: string): string | undefined;
  /** The page's file whose lines a project with code of its own needs. */
  ownCodeFile: string;
  /** Returns the lines that a project with code of its own needs, in addition to the written files. */
  ownCode(files: TemplateFiles): string;
  /** What to do with these lines. */
  ownCodeAdvice: string;
}

/** A framework whose page shows one server. @param starts the beginnings of its statements that another server needs. */
export const serverTemplate = (
  starts: readonly string[],
): Pick<FrameworkTemplate, 'place' | 'findExisting' | 'ownCodeFile' | 'ownCode'> => ({
  place: (files) => files,
  findExisting: (cwd, file) => (existsSync(path.join(cwd, file)) ? file : undefined),
  ownCodeFile: 'server.mjs',
  ownCode: ({ 'server.mjs': server = '' }) => starts.map((start) => statement(server, start)).join('\n\n'),
});

/** The statement of a formatted source that begins with a text, or nothing if there is none. */
function statement(source: string, start: string): string {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => line.startsWith(start));
  const last = lines.findIndex((line, index) => index >= first && /^\S.*;$|^\}$/.test(line));
  return first < 0 ? '' : lines.slice(first, last + 1).join('\n');
}
