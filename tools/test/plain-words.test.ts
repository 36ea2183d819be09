import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findWording } from '../checks/plain-words/find-wording.ts';
import { proseOfContract, proseOfDocument, proseOfSource } from '../checks/plain-words/prose.ts';

const inSource = async (source: string) =>
  (await findWording(proseOfSource('a.tsx', source), source.split('\n'))).map(
    ({ line, message }) => `${line}: ${message.replace(/ => .*/s, '')}`,
  );

describe('the plain words check', () => {
  test('finds a word in a comment, a docstring, an error, a template, and a page, with its line', async () => {
    const source = [
      '// Nobody reads this.',
      '/**',
      ' * A server that answers on loopback alone.',
      ' * @throws {Failure} where it does not answer.',
      ' */',
      "throw new Failure('The lock was taken by somebody else.');",
      'const text = `Start $' + '{name} anew.`;',
      'const page = <p>The person is asked.</p>;',
    ].join('\n');
    expect(await inSource(source)).toEqual([
      '1: Nobody',
      '3: alone',
      '4: where it',
      '6: somebody',
      '7: anew',
      '8: The person',
    ]);
  });

  test('finds Korean terms', async () => {
    expect(await inSource("const text = '키를 봉인합니다.';")).toEqual(['1: 봉인']);
  });

  test('finds a sentence that is too long, and no short ones next to each other', async () => {
    const long = 'This sentence continues '.repeat(10);
    expect(await inSource(`// ${long}.`)).toEqual(['1: a long sentence']);
    expect(await inSource('// This sentence is short.\n'.repeat(20))).toEqual([]);
  });

  test.each([
    ["import { anew } from './alone.ts';"],
    ['const alone = somebody(anew);'],
    ['// The parameter `alone` is optional.'],
    ["const key = 'alone';"],
    ["sql.exec('SELECT told FROM a WHERE alone = 1');"],
  ])('ignores words in code: %s', async (source) => {
    expect(await inSource(source)).toEqual([]);
  });

  test.each([
    ["test('anew', () => {});"],
    ["it('anew', () => {});"],
    ["describe('anew', () => {});"],
    ["describe.sequential('anew', () => {});"],
    ["test.each([['mend']])('anew', () => {});"],
    ["test.skipIf(isOffline)('anew', () => {});"],
    ["test.for([{ name: 'mend' }])('anew', () => {});"],
    ['test.each(names)(`$' + '{name} anew`, () => {});'],
    ["describe('{ anew: }', () => {});"],
  ])('checks the name of a test or group, however short: %s', async (source) => {
    expect(await inSource(source)).toEqual(['1: anew']);
  });

  test('ignores short arguments of other functions', async () => {
    expect(await inSource("expect.soft('anew'); settings.test('anew');")).toEqual([]);
  });

  test('allows one word, on the same or the next line, if a line gives a reason', async () => {
    expect(await inSource('// words-allow(alone): RFC 6749 says so\n// It stands alone.')).toEqual([]);
    expect(await inSource('// It stands alone, anew. words-allow(alone): RFC 6749 says so')).toEqual([
      '1: anew',
    ]);
    expect(await inSource('// words-allow(alone):\n// It stands alone.')).toEqual(['1: alone', '2: alone']);
  });

  test('checks a document without its code, and table cells one by one', async () => {
    const document = [
      '# Start',
      '',
      '    npm start alone',
      '',
      '```sh',
      'echo alone',
      '```',
      '',
      'Start it anew.',
      '',
      `| word ${'long '.repeat(20)}| ${'long '.repeat(20)}|`,
      '| again | mend it |',
    ];
    const found = await findWording(proseOfDocument(document.join('\n')), document);
    expect(found.map(({ line, message }) => `${line}: ${message.replace(/ => .*/s, '')}`)).toEqual([
      '9: anew',
      '12: mend',
    ]);
  });

  test('ignores names of tests next to their file, and checks the lines of a cell one by one', async () => {
    const long = 'word '.repeat(20);
    const document = [`| [a](a.test.ts) “nobody”, “signed in anew”<br>${long}<br>${long} | mend it |`];
    const found = await findWording(proseOfDocument(document.join('\n')), document);
    expect(found.map(({ message }) => message.replace(/ => .*/s, ''))).toEqual(['mend']);
  });

  test('checks the summaries and descriptions of an OpenAPI document, with their lines', async () => {
    const contract = [
      'info:',
      '  description: |',
      '    Start',
      '    it anew.',
      'paths:',
      '  /alone: { get: { summary: It stands alone, example: told } }',
      'properties: { description: { type: string, description: "Mend `told`." } }',
    ];
    const found = await findWording(proseOfContract(contract.join('\n')), contract);
    expect(found.map(({ line, message }) => `${line}: ${message.replace(/ => .*/s, '')}`)).toEqual([
      '4: anew',
      '6: alone',
      '7: Mend',
    ]);
  });

  test.each(['en', 'ko'])('has at most 25 terms in %s, each with a replacement', (language) => {
    const file = path.join(import.meta.dirname, `../checks/plain-words/terms-${language}.yaml`);
    const { rules } = parse(readFileSync(file, 'utf8')) as { rules: { expected?: string }[] };
    expect(rules.length).toBeLessThanOrEqual(25);
    expect(rules.filter(({ expected }) => !expected)).toEqual([]);
  });
});
