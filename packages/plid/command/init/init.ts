import path from 'node:path';
import type { Io } from '../io.ts';
import { parseArguments } from '../parse-arguments.ts';
import { UsageError } from '../usage-error.ts';
import { frameworks } from './framework/frameworks.ts';
import type { Language, TemplateFiles } from './framework/template.ts';
import { writeFrameworkProject } from './framework/write-framework-project.ts';
import { packageSource } from './package-source.ts';
import { writeWorker } from './worker/write-worker.ts';

/** What `plid init` can write. */
export const templateNames: readonly string[] = [...Object.keys(frameworks), 'worker'];

const help = `plid init <template>   Write the sign-in into this folder: a new project, or an existing one

Templates:
  express                A server on Express (docs/client/express.md)
  hono                   A server with Hono on Node (docs/client/web.md#hono)
  nextjs                 Next.js with the App Router (docs/client/web.md#nextjs)
  worker                 A Cloudflare Worker with the gateway (docs/gateway/your-worker.md)

Options:
  --name <name>          Name of a new project (default: the name of the folder)
  --package <file>       File of this package (default: the one that npm installed it from)

If the folder has a tsconfig.json, the files of a framework are TypeScript. Otherwise they are JavaScript.
Existing files are never overwritten: the command prints what to add to them. package.json and .gitignore get the
missing entries. A file of the package outside the folder is copied to vendor/, so that other machines can install it.

Examples:
  plid init express
  plid init nextjs --package ../plid-0.1.0.tgz
  plid init worker --name shop

Exit status: 0 for success, 1 for a failure, 2 for invalid arguments.`;

const options = {
  name: { type: 'string' },
  package: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the package contains for `plid init`. */
export interface InitPackage {
  version: string;
  /** Returns the files that the page of a framework shows. */
  readTemplate: (framework: string, language: Language) => TemplateFiles;
}

/** Runs `plid init`. @param words after `init`. @throws {SandboxError} */
export function init(words: readonly string[], { cwd, console, env }: Io, plid: InitPackage): void {
  const { values, positionals } = parseArguments(
    words,
    { options, allowPositionals: true },
    'plid init --help',
  );
  if (values.help) {
    console.log(help);
    return;
  }
  const template = positionals.join(' ');
  if (!templateNames.includes(template))
    throw new UsageError(`plid init needs a template: ${templateNames.join(', ')}. See: plid init --help`);
  const source = packageSource(values.package, cwd, plid.version);
  const project = { cwd, env, source, name: values.name ?? projectName(path.basename(cwd)) };
  const framework = frameworks[template];
  console.log(
    framework === undefined
      ? writeWorker(project)
      : writeFrameworkProject(framework, {
          ...project,
          readFiles: (language) => plid.readTemplate(template, language),
          others: frameworks,
        }),
  );
}

/** A name that npm accepts for a package, and Cloudflare for a Worker. */
const projectName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'shop';
