import { describe, expect, test } from 'vitest';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../workers/gateway/shared/gateway-refusals.ts';
import { denialReasons } from '../../workers/service/shared/denial-words.ts';
import * as operatorRefusals from '../../workers/service/shared/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/shared/service-refusals.ts';
import { codesOf, readDocument, rowsOf } from '../support/inspect/markdown.ts';

const pages = [
  { page: 'docs/troubleshooting.md', language: 'en', message: 'message' },
  { page: 'docs/ko/troubleshooting.md', language: 'ko', message: '메시지' },
] as const;

/** Where the sentences are that the commands end with: a person looks them up as they read them. */
const sources = [
  'scripts/local/command.ts',
  'scripts/local/trouble.ts',
  'scripts/deploy/obstacles.ts',
  'scripts/deploy/explain.ts',
  'scripts/deploy/cloudflare.ts',
  'scripts/deploy/lock.ts',
  'scripts/deploy/other-secrets.ts',
];
/** Of these the page has some, which are looked for; the others only name what was typed. */
const moreSources = [
  'scripts/deploy/deployed-since.ts',
  'scripts/deploy/rollback.ts',
  'scripts/local/serve.ts',
  'scripts/local/build-world.ts',
  'scripts/local/answers.ts',
  'scripts/local/state-version.ts',
];

/** A text with … for each value that is put into it. */
const withGaps = (text: string) => text.replace(/\{\w+\}/g, '…');

/** The same of a source: without comments, its `${…}`, nested ones too, as gaps. */
function sourceWithGaps(file: string): string {
  const code = readDocument(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*$/gm, '');
  let text = '';
  let depth = 0;
  for (let at = 0; at < code.length; at += 1) {
    if (depth === 0 && code.startsWith('${', at)) text += '…';
    if (code.startsWith('${', at)) depth += 1;
    else if (depth > 0 && code[at] === '{' && code[at - 1] !== '$') depth += 1;
    else if (depth > 0 && code[at] === '}') depth -= 1;
    else if (depth === 0) text += code[at];
  }
  return text;
}

/** The sentences of a source: its longer literals with a space in them. */
const sentencesOf = (file: string) =>
  [...sourceWithGaps(file).matchAll(/`([^`]*)`|'([^'\n]*)'/g)]
    .map(([, template, literal]) => (template ?? literal ?? '').split('\\n')[0] ?? '')
    .filter((text) => text.length > 15 && /^(?:[A-Z…]|plid |wrangler ).* /.test(text))
    .map((text) => text.trim());

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

  test.each(sources)('has every sentence of %s', (file) => {
    const sentences = sentencesOf(file);
    expect(sentences.length).toBeGreaterThan(1);
    expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
  });

  test('has no sentence that no command says', () => {
    const code = [...sources, ...moreSources]
      .map(sourceWithGaps)
      .join('\n')
      .replace(/' \+\s*'/g, '');
    const rows = rowsOf(text, message);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(([sentence = '']) => sentence).filter((sentence) => !code.includes(sentence))).toEqual(
      [],
    );
  });
});
