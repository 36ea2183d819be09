import { describe, expect, test } from 'vitest';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../workers/gateway/shared/gateway-refusals.ts';
import { denialReasons } from '../../workers/service/shared/denial-words.ts';
import * as operatorRefusals from '../../workers/service/shared/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/shared/service-refusals.ts';
import {
  allSentencesOf,
  errorSentencesOf,
  sourcesOfErrors,
  sourceWithGaps,
} from '../support/inspect/error-sentences.ts';
import { codesOf, readDocument, rowsOf } from '../support/inspect/markdown.ts';

const pages = [
  { page: 'docs/troubleshooting.md', language: 'en', message: 'message' },
  { page: 'docs/ko/troubleshooting.md', language: 'ko', message: '메시지' },
] as const;

/** Sources that hold the last sentences of commands: the page has each of them. */
const sources = [
  'packages/plid/client/remedies.ts',
  'scripts/local/answers.ts',
  'scripts/local/command.ts',
  'scripts/local/trouble.ts',
  'scripts/deploy/explain.ts',
  'scripts/deploy/other-secrets.ts',
];
/** A reader never sees these: a case of the conformance kit that contradicts itself is a bug of ours. */
const unmet = ['The case says that it needs no person', 'The case says that it needs no relying party'];

/** A text with … for each inserted value. */
const withGaps = (text: string) => text.replace(/\{\w+\}/g, '…');

describe.each(pages)('$page', ({ page, language, message }) => {
  const text = readDocument(page);

  test.each([...Object.values({ ...refusals, ...serviceRefusals, ...gatewayRefusals, ...operatorRefusals })])(
    'has $reason once, as it is answered',
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
    expect(described.filter((reason) => !known.includes(reason))).toEqual([]);
  });

  test('has every ending of a sign-in, and no other', () => {
    const rows = rowsOf(text, '`plid_reason`').map(([name, words]) => [codesOf(name)[0], words]);
    expect(rows).toEqual(Object.entries(denialReasons).map(([name, words]) => [name, words[language]]));
  });

  /** The messages as the page shows them: HTML's own characters are escaped. */
  const messages = rowsOf(text, message).map(([sentence = '']) => sentence.replace(/\\(?=<)/g, ''));

  test('has every sentence that an error of the package, the command line and the scripts has', () => {
    const thrown = sourcesOfErrors.flatMap(errorSentencesOf).filter((sentence) => !unmet.includes(sentence));
    expect(thrown.length).toBeGreaterThan(130);
    const missing = [
      ...thrown.filter((sentence) => !messages.some((row) => row.includes(sentence))),
      ...sources.flatMap(allSentencesOf).filter((sentence) => !text.includes(sentence)),
    ];
    const rows = [...new Set(missing)].map((sentence) => `| ${sentence} | cause, and what to do |`);
    expect(rows, `rows to paste into ${page}`).toEqual([]);
  });

  test('has no sentence that nothing says', () => {
    const code = sourcesOfErrors.map(sourceWithGaps).join('\n');
    expect(messages.filter((sentence) => !code.includes(sentence))).toEqual([]);
  });
});
