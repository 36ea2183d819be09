import type { PackageManager } from '../../package-manager.ts';
import { type Outcome, summary } from '../project-files.ts';
import type { FrameworkTemplate } from './template.ts';
import type { Addition } from './write-files.ts';

/** The template for the framework that the project uses. */
export interface BetterTemplate {
  /** Name of the framework. */
  title: string;
  /** The template's name on the command line. */
  template: string;
}

interface Written {
  outcome: Outcome;
  additions: readonly Addition[];
  better: BetterTemplate | undefined;
  /** Whether the folder had no package.json. */
  isNew: boolean;
  manager: PackageManager;
}

/** The output of the command: what was written, what to add by hand, and the next commands. */
export function instructions(template: FrameworkTemplate, written: Written): string {
  const { outcome, additions, better, isNew, manager } = written;
  const { script, command, address, page } = template;
  const sandbox = `${manager.run} sandbox`;
  const start = isNew ? started(manager, script) : pasted(command, manager);
  const note =
    better === undefined
      ? []
      : [`This project uses ${better.title}. Its own template is: plid init ${better.template}`];
  const lines = [
    ...summary(outcome),
    ...note,
    ...additions.map((addition) => `\n${heading(addition, template)}\n\n${addition.text}`),
  ];
  const width = Math.max(start.length, sandbox.length) + 6;
  return `${lines.join('\n')}

Next:
  ${manager.install}
  ${sandbox.padEnd(width)}(in another terminal)
  ${start.padEnd(width)}then open ${address}

Sign in as 이두리, 010-0000-0002, carrier KT. The simulated phone approves at once.
${page} in the repository of plid explains the files, and what to set in production.`;
}

/** A script's command, as a terminal runs it. */
const pasted = (command: string, { exec, node }: PackageManager): string =>
  command.startsWith('node ') ? command.replace('node', node) : `${exec} ${command}`;

const started = ({ name, run }: PackageManager, script: string): string =>
  name === 'npm' && script === 'start' ? 'npm start' : `${run} ${script}`;

function heading({ to, file }: Addition, template: FrameworkTemplate): string {
  const { ownCodeAdvice, ownCodeFile, page, title } = template;
  if (to === undefined)
    return template.isServer
      ? `${ownCodeFile} is a complete example. Add to your own ${title} server. ${ownCodeAdvice}`
      : `Add to your own pages, as ${page} does in ${file}. ${ownCodeAdvice}`;
  if (template.isServer && file === ownCodeFile) return `Add to ${to}. ${ownCodeAdvice}`;
  if (/\bpage\.\w+$/.test(to) && /\broute\.\w+$/.test(file))
    return `${to} has the path of a route. Move the page, and save this as ${file}:`;
  return `Add to ${to}:`;
}
