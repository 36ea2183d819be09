import { existsSync } from 'node:fs';
import path from 'node:path';

/** The files that a page of docs/client shows, by their paths. */
export type TemplateFiles = Readonly<Record<string, string>>;

/** The languages of the files. The pages show TypeScript, from which the build makes JavaScript. */
export type Language = 'typescript' | 'javascript';

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
  /** The page with the files, and the anchor of their tab. */
  page: string;
  /** Folders that Git ignores in a new project. */
  ignored: readonly string[];
  /** What differs in a project with TypeScript, and the packages with its types. */
  typeScript: { command?: string; ownCodeFile: string; devDependencies: Readonly<Record<string, string>> };
  /** Returns files in JavaScript as CommonJS modules, if they don't run as ES modules in every project. */
  toCommonJs?(files: TemplateFiles): TemplateFiles;
  /** Returns the files for this project. The page's examples are left out if the project has pages of its own. */
  place(files: TemplateFiles, cwd: string): TemplateFiles;
  /** Returns the existing file in place of a template's file, such as `app/page.jsx` for `app/page.tsx`. */
  findExisting(cwd: string, file: string): string | undefined;
  /** The page's file whose lines a project with code of its own needs. */
  ownCodeFile: string;
  /** Whether that file is a complete server, which a project with a server of its own doesn't need. */
  isServer: boolean;
  /** Returns the lines of that file that a project with code of its own needs. */
  ownCode(source: string): string;
  /** What to do with these lines. */
  ownCodeAdvice: string;
}

/** A framework whose page shows a server. @param starts the beginnings of its statements that another server needs. */
export const serverTemplate = (
  starts: readonly RegExp[],
): Pick<FrameworkTemplate, 'place' | 'findExisting' | 'isServer' | 'ownCode'> => ({
  place: (files) => files,
  findExisting: (cwd, file) => existingVariant(cwd, [file]),
  isServer: true,
  ownCode: (source) =>
    starts
      .map((start) => statement(source, start))
      .filter((found) => found !== '')
      .join('\n\n'),
});

const code = /\.[cm]?[jt]sx?$/;
const extensions = ['js', 'jsx', 'ts', 'tsx', 'mjs', 'mts', 'cjs', 'cts'];

/** The names of a file in both languages. */
const variantsOf = (file: string): string[] =>
  code.test(file) ? [file, ...extensions.map((extension) => file.replace(code, `.${extension}`))] : [file];

/** The first file that exists under one of the names, in either language. */
export const existingVariant = (cwd: string, names: readonly string[]): string | undefined =>
  names.flatMap(variantsOf).find((file) => existsSync(path.join(cwd, file)));

/** The statement of a formatted source that begins like this, or nothing if there is none. */
function statement(source: string, start: RegExp): string {
  const lines = source.split('\n');
  const first = lines.findIndex((line) => start.test(line));
  const last = lines.findIndex((line, index) => index >= first && /^\S.*;$|^\}$/.test(line));
  return first < 0 ? '' : lines.slice(first, last + 1).join('\n');
}
