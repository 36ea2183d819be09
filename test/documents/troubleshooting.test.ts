import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../workers/gateway/shared/gateway-refusals.ts';
import { denialReasons } from '../../workers/service/shared/denial-reasons.ts';
import * as operatorRefusals from '../../workers/service/shared/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/shared/service-refusals.ts';
import { codesOf, readDocument, rowsOf } from '../support/assertions/markdown.ts';
import { root } from '../support/world/test-workers.ts';
import { failureSentences } from './support/failure-sentences.ts';

const pages = [
  { page: 'docs/troubleshoot/README.md', language: 'en', message: 'message' },
  { page: 'docs/ko/troubleshoot/README.md', language: 'ko', message: '메시지' },
] as const;

/** The folders with errors that a person reads: commands, and the parts that others install. */
const folders =
  'packages/plid,tools/terminal,sandbox/{start,samples},admin/{audit,check,cli,deploy,keys,smoke}';
const sources = globSync(`{{${folders}}/**,sandbox,admin}/*.ts`, {
  cwd: root,
  exclude: ['**/dist/**', '**/node_modules/**'],
});

/** Sentences that only a mistake in a case of our own test kits brings about. */
const ownMistakes = [
  "The case doesn't declare that it needs a user",
  "The case doesn't declare that it needs a relying party",
];
const failures = failureSentences(sources).filter((sentence) => !ownMistakes.includes(sentence));

/** A source without comments, with … for each `${…}`, nested ones too. */
function sourceWithGaps(file: string): string {
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

/** A text with … for each inserted value. */
const withGaps = (text: string) => text.replace(/\{\w+\}/g, '…');

/** The messages of a page's tables. Characters of HTML are escaped there. */
const messagesIn = (text: string, column: string) =>
  rowsOf(text, column).map(([sentence = '']) => sentence.replace(/\\(?=<)/g, ''));

describe.each(pages)('$page', ({ page, language, message }) => {
  const text = readDocument(page);

  test.each([...Object.values({ ...refusals, ...serviceRefusals, ...gatewayRefusals, ...operatorRefusals })])(
    'has $reason once, with its response',
    ({ reason, status, error, [language]: words }) => {
      const rows = rowsOf(text, '`reason`').filter(([name]) => codesOf(name)[0] === reason);
      const [row] = rows;
      expect(rows, `a row for ${reason}`).toHaveLength(1);
      expect(row?.slice(0, 3)).toEqual([`\`${reason}\``, `${status} \`${error}\``, withGaps(words)]);
      expect(row?.[3]?.length, 'what to do').toBeGreaterThan(5);
    },
  );

  test('has no other reason', () => {
    const known = Object.keys({ ...refusals, ...serviceRefusals, ...gatewayRefusals, ...operatorRefusals });
    const described = rowsOf(text, '`reason`').map(([name]) => codesOf(name)[0] ?? '');
    const gone = described.filter((reason) => !known.includes(reason));
    expect(gone, 'Take its row out, or name it as it is now.').toEqual([]);
  });

  test('has exactly the outcomes of a sign-in', () => {
    const rows = rowsOf(text, '`plid_reason`').map(([name, words]) => [codesOf(name)[0], words]);
    expect(rows, 'Write each as it is answered.').toEqual(
      Object.entries(denialReasons).map(([name, words]) => [name, words[language]]),
    );
  });

  test('has every error message of the commands and the package', () => {
    expect(failures).toContain(
      'The service has no such application or secret. To list them, run: npx plid-admin applications list',
    );
    expect(failures.length).toBeGreaterThan(100);
    const described = messagesIn(text, message);
    const missing = failures.filter((sentence) => {
      // A list or the words of another program may follow on the next lines.
      const [start = ''] = sentence.split('\n');
      return !described.some((row) => row.includes(start.replace(/…$/, '')));
    });
    expect(missing, 'Add a row with what to do.').toEqual([]);
  });

  test('has no other error message', () => {
    const messages = messagesIn(text, message);
    expect(messages).not.toEqual([]);
    const code = sources.map(sourceWithGaps).join('\n');
    const gone = messages.filter((sentence) => !code.includes(sentence));
    expect(gone, 'Write it as it is said now, or take its row out.').toEqual([]);
  });
});
