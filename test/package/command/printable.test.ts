import { describe, expect, test } from 'vitest';
import {
  printable,
  printableCell,
  printableText,
  withPrintableConsole,
} from '../../../packages/plid/command/printable.ts';

const hostile = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b[8m',
  '\u001b[30m',
  '\r',
  '\b',
  '\u007f',
  '\u009b31m',
  '\u202e',
  '\u2066',
  '\u061c',
  '\u200f',
  '\u2028',
];

describe("a server's text on a terminal", () => {
  test.each(hostile.map((text) => [JSON.stringify(text), text]))('%s is written as text', (_, text) => {
    for (const print of [printable, printableText, printableCell])
      expect(print(`a${text}b`)).toMatch(/^[\x20-\x7e]+$/);
  });

  test.each(hostile.map((text) => [JSON.stringify(text), text]))(
    '%s keeps its meaning in JSON',
    (_, text) => {
      const value = { reason: `ticket ${text} 1` };
      expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
    },
  );

  test('keeps Hangul, emoji, line breaks, and the colors of the commands', () => {
    const text = '가나다 😀\t1\n\u001b[31mred\u001b[39m';
    expect(printable(text)).toBe(text);
    expect(printableText(text)).toBe('가나다 😀\t1\n\\u001b[31mred\\u001b[39m');
    expect(printableCell('one\ntwo')).toBe('one\\u000atwo');
  });
});

test('the console of every command prints no control character', () => {
  const lines: unknown[][] = [];
  const console = {
    log: (...values: unknown[]) => lines.push(values),
    error: (...values: unknown[]) => lines.push(values),
  };
  const io = withPrintableConsole({ console, cwd: '/' });
  io.console.log('\u001b[2Ja', 1);
  io.console.error('\u202eb');
  expect([lines, io.cwd]).toEqual([[['\\u001b[2Ja', 1], ['\\u202eb']], '/']);
});
