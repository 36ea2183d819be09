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
  /** The `type` in the package.json of a new project, as the page's files need it. */
  moduleType: 'commonjs' | 'module';
  /** Returns the files as ES modules if the page shows CommonJS. */
  toModules?(files: TemplateFiles): TemplateFiles;
  /** Returns the files for this project. The page's examples are left out if the project has pages of its own. */
  place(files: TemplateFiles, cwd: string): TemplateFiles;
  /** Returns the existing file in place of a template's file, such as `app/page.tsx` for `app/page.js`. */
  findExisting(cwd: string, file: string): string | undefined;
  /** The page's file whose lines a project with code of its own needs. */
  ownCodeFile: string;
  /** Whether that file is a complete server, which a project with a server of its own doesn't need. */
  isServer: boolean;
  /** Returns the lines that a project with code of its own needs, in addition to the written files. */
  ownCode(files: TemplateFiles): string;
  /** What to do with these lines. */
  ownCodeAdvice: string;
}

/** A framework whose page shows a server. @param starts the beginnings of its statements that another server needs. */
export const serverTemplate = (
  ownCodeFile: string,
  starts: readonly RegExp[],
): Pick<FrameworkTemplate, 'place' | 'findExisting' | 'ownCodeFile' | 'isServer' | 'ownCode'> => ({
  place: (files) => files,
  findExisting: (cwd, file) => (existsSync(path.join(cwd, file)) ? file : undefined),
  ownCodeFile,
  isServer: true,
  ownCode: (files) => starts.map((start) => statement(files[ownCodeFile] ?? '', start)).join('\n\n'),
});

/** The statement of a formatted source that begins like this, or nothing if there is none. */
function statement(source: string, start: RegExp): string {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => start.test(line));
  const last = lines.findIndex((line, index) => index >= first && /^\S.*;$|^\}$/.test(line));
  return first < 0 ? '' : lines.slice(first, last + 1).join('\n');
}
