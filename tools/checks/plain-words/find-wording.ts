import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel';
import textPlugin from '@textlint/textlint-plugin-text';
import termRule from 'textlint-rule-prh';
import lengthRule from 'textlint-rule-sentence-length';
import type { Prose } from './prose.ts';

/** A wording that readers stop at. */
export interface Finding {
  line: number;
  message: string;
}

/** Maximum length of a sentence, in characters: about 25 words. */
const languages = { en: { file: 'terms-en.yaml', max: 170 }, ko: { file: 'terms-ko.yaml', max: 100 } };
type Language = keyof typeof languages;

const kernel = new TextlintKernel();

const ruleOf = (ruleId: string, module: unknown, options: object) => ({
  ruleId,
  rule: defaultOf<TextlintRuleModule>(module),
  options,
});

/** textlint's packages are CommonJS, whose default export Node wraps once more. */
const defaultOf = <Module>(module: unknown): Module =>
  ((module as { default?: Module }).default ?? module) as Module;

const termsOf = (language: Language) => {
  const terms = readFileSync(path.join(import.meta.dirname, languages[language].file), 'utf8');
  return ruleOf('prh', termRule, { ruleContents: [terms] });
};
const terms = { en: termsOf('en'), ko: termsOf('ko') };

/** Allows a word on its line or the next one, with the reason: `words-allow(alone): quotes RFC 6749`. */
const allowance = /words-allow\(([^)]+)\): \S/;

/** Finds words and sentences that readers stop at. @param lines of the file, which may allow a word. */
export async function findWording(texts: readonly Prose[], lines: readonly string[]): Promise<Finding[]> {
  const found = await Promise.all(
    (['en', 'ko'] as const).map((language) =>
      lint(
        language,
        texts.filter(({ text }) => languageOf(text) === language),
      ),
    ),
  );
  return found
    .flat()
    .filter(({ line, message }) => ![line - 1, line - 2].some((at) => allows(lines[at], message)))
    .toSorted((one, other) => one.line - other.line);
}

const languageOf = (text: string): Language => (/\p{Script=Hangul}/u.test(text) ? 'ko' : 'en');

function allows(line: string | undefined, message: string): boolean {
  const word = allowance.exec(line ?? '')?.[1];
  return word !== undefined && message.toLowerCase().startsWith(word.toLowerCase());
}

/** Finds both kinds in texts of one language. Only a text longer than a sentence may be is split into sentences, which is slow. */
async function lint(language: Language, texts: readonly Prose[]): Promise<Finding[]> {
  const { max } = languages[language];
  const prose = texts.map(({ text, line }) => ({ text: withoutCode(text), line }));
  const long = prose.filter(({ text }) => text.length > max);
  const [words, sentences] = await Promise.all([
    lintBy(terms[language], prose),
    lintBy(ruleOf('sentence-length', lengthRule, { max }), long),
  ]);
  return [...words, ...sentences];
}

/** Checks all texts of a file at once, which is a hundred times faster than one by one. */
async function lintBy(rule: ReturnType<typeof ruleOf>, texts: readonly Prose[]): Promise<Finding[]> {
  if (texts.length === 0) return [];
  const lineOf = new Map<number, number>();
  let next = 1;
  const parts = texts.map(({ text, line }) => {
    const own = text.split('\n');
    for (const index of own.keys()) lineOf.set(next + index, line + index);
    next += own.length + 1;
    return own.join('\n');
  });
  const { messages } = await kernel.lintText(parts.join('\n\n'), {
    ext: '.txt',
    filePath: 'prose.txt',
    plugins: [{ pluginId: 'text', plugin: defaultOf<TextlintPluginCreator>(textPlugin) }],
    rules: [rule],
  });
  return messages.map(({ line, ruleId, message }) => ({
    line: lineOf.get(line) ?? 0,
    message: ruleId === 'sentence-length' ? 'a long sentence => two sentences' : message,
  }));
}

/** Code, links with the tests named next to them, and addresses keep their place, but not their words. */
const withoutCode = (text: string): string =>
  text
    .replace(/\{@link [^}]*\}|`[^`\n]*`/g, 'code')
    .replace(/\]\([^)]*\)(?:,? “[^”]+”)*/g, ']')
    .replace(/https?:\/\/\S+/g, 'link');
