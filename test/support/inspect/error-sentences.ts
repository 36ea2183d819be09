import { globSync } from 'node:fs';
import { root } from '../world/test-workers.ts';
import { readDocument } from './markdown.ts';

/** The folders with errors that a person reads: commands, and the parts that others install. */
const folders = 'packages/plid,scripts/{check,cli,deploy,keys,local,samples}';

/** Every source in them, and the commands beside the folders. */
export const sourcesOfErrors = [
  ...globSync(`{${folders}}/**/*.ts`, { cwd: root, exclude: ['**/dist/**', '**/node_modules/**'] }),
  ...globSync('scripts/*.ts', { cwd: root }),
].sort();

/** Code that makes an error with a sentence for a person. `Mismatch` is a line of the conformance kit's report with the wrong value. */
const making =
  /\bnew (?:Failure|UsageError|SandboxError|InvalidArgumentError|Plid[A-Z]\w+|FieldError|TypeError|Error)\(|\b(?:wrong|console\.error|printFailure)\(/g;

/** A source without comments, with … for each `${…}`, nested ones too. */
export function sourceWithGaps(file: string): string {
  const code = readDocument(file)
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

/** The literals in a piece of code; of several lines the first. */
const literalsOf = (code: string) =>
  [...code.matchAll(/`([^`]*)`|'([^'\n]*)'/g)].map(([, template, literal]) =>
    ((template ?? literal ?? '').split('\\n')[0] ?? '').trim(),
  );

/** The code between the brackets that open before `from`. */
function argumentsFrom(code: string, from: number): string {
  let depth = 1;
  let quote = '';
  let at = from;
  for (; depth > 0 && at < code.length; at += 1) {
    const letter = code[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if ('\'"`'.includes(letter)) quote = letter;
    else if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
  }
  return code.slice(from, at - 1);
}

const hasThreeWords = (text: string) => /\S*\p{L}{2}\S* \S+ \S+/u.test(text);
const isSentence = (text: string) => text.length > 15 && /^(?:[A-Z…]|plid |wrangler ).* /.test(text);

/** The code of a source about each of the names: its functions, constants and variables with them, up to the next empty line. */
const saidOf = (code: string, names: string) =>
  [...names.matchAll(/[a-z]\w+/g)].flatMap(([name]) =>
    [...code.matchAll(new RegExp(`(?:(?:const|let|function) ${name}\\b|\\b${name} = ).*?\\n\\n`, 'gs'))].map(
      ([declared]) => declared,
    ),
  );

/**
 * The sentences of the errors that a source makes, between the brackets, or in the functions and constants of the source that
 * are named there; and the faults that it finds in answers.
 */
export function errorSentencesOf(file: string): string[] {
  const code = sourceWithGaps(file);
  const made = [...code.matchAll(making)].flatMap(({ 0: { length }, index }) => {
    const given = argumentsFrom(code, index + length);
    const own = literalsOf(given).filter(hasThreeWords);
    return own.length > 0 ? own : saidOf(code, given).flatMap(literalsOf).filter(isSentence);
  });
  const faults = [...code.matchAll(/\bfault: (?=['`])(.*)$/gm)].flatMap(([, text = '']) => literalsOf(text));
  return [...new Set([...made, ...faults])];
}

/** Every sentence of a source, whether an error has it or not. */
export const allSentencesOf = (file: string): string[] => literalsOf(sourceWithGaps(file)).filter(isSentence);
