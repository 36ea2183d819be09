import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageManagerOf } from '../../package-manager.ts';
import {
  completeManifest,
  dependsOn,
  type ExistingManifest,
  type Manifest,
  newManifest,
  readManifest,
  withoutOutsideArchive,
} from '../manifest.ts';
import { completeIgnoreFile, copyArchive, type Outcome, writeNew } from '../project-files.ts';
import type { TemplateOptions } from '../template-options.ts';
import { findConfiguration } from '../worker/configuration.ts';
import { hono } from './hono.ts';
import { type BetterTemplate, instructions } from './instructions.ts';
import type { FrameworkTemplate, Language, TemplateFiles } from './template.ts';
import { writeFiles } from './write-files.ts';

interface FrameworkOptions extends TemplateOptions {
  /** Returns the files that the framework's page shows. */
  readFiles(language: Language): TemplateFiles;
  /** The templates of other frameworks, by their names on the command line. */
  others: Readonly<Record<string, FrameworkTemplate>>;
}

/** Writes what a project of a framework lacks. @returns the text to print. @throws {SandboxError} */
export function writeFrameworkProject(framework: FrameworkTemplate, options: FrameworkOptions): string {
  const { cwd, name, source, others, env } = options;
  const language = existsSync(path.join(cwd, 'tsconfig.json')) ? 'typescript' : 'javascript';
  const template = language === 'typescript' ? { ...framework, ...framework.typeScript } : framework;
  const manifest = withoutOutsideArchive(readManifest(cwd), 'plid');
  const outcome: Outcome = { written: [], completed: [], kept: [], archive: undefined };
  const hasFramework = dependsOn(manifest, template.framework);
  const isCommonJs = manifest !== undefined && manifest.content.type !== 'module';
  const shown = options.readFiles(language);
  const files = withCookieKey(
    isCommonJs && language === 'javascript' ? (template.toCommonJs?.(shown) ?? shown) : shown,
  );
  const additions = writeFiles(template, files, { cwd, hasFramework, outcome });
  const isIgnoreFileNew = writeNew(path.join(cwd, '.gitignore'), ignoreFile(template));
  (isIgnoreFileNew ? outcome.written : outcome.kept).push('.gitignore');
  copyArchive(cwd, source, manifest, outcome);
  completeIgnoreFile(cwd, ['.env'], outcome);
  (manifest === undefined ? outcome.written : outcome.completed).push('package.json');
  completeManifest(
    cwd,
    manifest ?? newManifest(name),
    entriesOf(template, source.dependency, manifest),
    ...(manifest === undefined ? [{ scripts: { [template.script]: template.command } }] : []),
  );
  const better = betterTemplate(template, others, cwd, manifest);
  const manager = packageManagerOf(cwd, env);
  return instructions(template, { outcome, additions, better, isNew: manifest === undefined, manager });
}

/** The template for the framework that the project uses instead. */
function betterTemplate(
  { framework, title }: FrameworkTemplate,
  others: FrameworkOptions['others'],
  cwd: string,
  manifest: ExistingManifest | undefined,
): BetterTemplate | undefined {
  // Hono runs on Node and in Workers.
  if (framework === hono.framework && findConfiguration(cwd) !== undefined)
    return { title: `${title} on Cloudflare Workers`, template: 'worker' };
  if (dependsOn(manifest, framework)) return undefined;
  const found = Object.entries(others).find(([, other]) => dependsOn(manifest, other.framework));
  return found === undefined ? undefined : { title: found[1].title, template: found[0] };
}

/** A key of its own for each project, in place of the page's public one. */
const withCookieKey = ({ '.env': variables = '', ...code }: TemplateFiles): TemplateFiles => ({
  '.env': variables.replace(/^COOKIE_KEY=.*$/m, `COOKIE_KEY=${randomBytes(33).toString('base64')}`),
  ...code,
});

const ignoreFile = ({ ignored }: FrameworkTemplate): string =>
  ['node_modules/', ...ignored, '.env'].map((line) => `${line}\n`).join('');

/** The entries that package.json needs. A development dependency stays one. */
function entriesOf(
  { dependencies, devDependencies }: FrameworkTemplate & Partial<FrameworkTemplate['typeScript']>,
  plid: string,
  manifest: ExistingManifest | undefined,
): Manifest {
  const missing = (packages: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(packages).filter(([name]) => !dependsOn(manifest, name)));
  return {
    scripts: { sandbox: 'plid sandbox' },
    dependencies: missing({ ...dependencies, plid }),
    ...(devDependencies === undefined ? {} : { devDependencies: missing(devDependencies) }),
  };
}
