import { globSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { code, type Page, section, TextFault } from './page.ts';
import { readSource, root } from './sources.ts';

/** The page's sections, with their titles. The rows of each are in `messages/<name>.yaml`. */
const areas = [
  ['start', 'Local environment (npm start)'],
  ['admin', 'Operator commands (plid-admin)'],
  ['deploy', 'Deployment (plid-admin deploy)'],
  ['keys', 'Rotation (plid-admin keys)'],
  ['package', 'Package (plid/client and others)'],
  ['sandbox', 'Sandbox, plid init, and test kits'],
] as const;

const rowsSchema = v.array(v.strictObject({ message: v.string(), fix: v.string() }));
type Row = v.InferOutput<typeof rowsSchema>[number];

const folder = 'tools/reference/messages';
const rowsOf = (name: string): Row[] => v.parse(rowsSchema, parse(readSource(`${folder}/${name}.yaml`)));

/** The folders with errors that users of a command or of the package read. */
const folders =
  'packages/plid,packages/plid-kits,tools/terminal,sandbox/{start,samples},admin/{audit,check,cli,deploy,keys,smoke}';

/** A source without comments, with … for each `${…}`, nested ones too. */
function sourceWithGaps(file: string): string {
  const code = readSource(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '');
  let text = '';
  let depth = 0;
  for (let at = 0; at < code.length; at += 1) {
    if (depth === 0 && code.startsWith('${', at) && !text.endsWith('…')) text += '…';
    if (code.startsWith('${', at)) depth += 1;
    else if (depth > 0 && code[at] === '{' && code[at - 1] !== '$') depth += 1;
    else if (depth > 0 && code[at] === '}') depth -= 1;
    else if (depth === 0) text += code[at];
  }
  return text.replace(/' \+\s*'/g, '');
}

/** @throws {TextFault} if a row's message isn't in the sources. */
function compareWithSources(messages: readonly string[]): void {
  const files = globSync(`{{${folders}}/**,sandbox,admin}/*.ts`, {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**'],
  });
  const sources = files.map(sourceWithGaps).join('\n');
  const gone = messages.filter((message) => !sources.includes(message));
  if (gone.length > 0)
    throw new TextFault(
      `The code has no such message. Correct or remove its row in ${folder}:\n${gone.join('\n')}`,
    );
}

const item = ({ message, fix }: Row) => `- ${code(message)}<br>${fix}`;

/** The page of the error messages of the commands and the package, only in English, as the messages are. */
export function messagesPage(): Page {
  const read = areas.map(([name, title]) => ({ title, rows: rowsOf(name) }));
  compareWithSources(read.flatMap(({ rows }) => rows.map(({ message }) => message)));
  return {
    name: 'messages',
    title: { en: 'Error messages of the commands and the package' },
    summary: {
      en: "This page explains the error messages of the commands and the package that don't state their own cause or fix. Search it for the text that you see. `…` replaces the parts that vary. The errors that workers return are in [errors](errors.md).",
    },
    body: () => read.map(({ title, rows }) => section(2, title, rows.map(item).join('\n'))).join('\n\n'),
  };
}
