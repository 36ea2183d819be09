import { expect, describe as group, test } from 'vitest';
import { columnsOf, describe, pad, table, terminalColumns, wrap } from '../terminal/layout.ts';

const lines = (text: string) => text.split('\n');

group('a text on a terminal', () => {
  test('has two columns for a Korean letter, and none for color codes', () => {
    expect([columnsOf('Kim'), columnsOf('김하나'), columnsOf('\x1b[31m김 A\x1b[39m')]).toEqual([3, 6, 4]);
    expect(pad('김', 4)).toBe('김  ');
  });

  test('is broken between words, never inside one', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('하나 둘', 5)).toEqual(['하나', '둘']);
    expect(wrap(`see ${'a'.repeat(64)} now`, 20)).toEqual(['see', 'a'.repeat(64), 'now']);
  });
});

test('a line may have as many columns as the terminal, and any number in a file or for a program', () => {
  expect(terminalColumns({ isTTY: true, columns: 50 })).toBe(50);
  expect(terminalColumns({ isTTY: true, columns: 0 })).toBe(80);
  expect(terminalColumns({ columns: 50 })).toBe(Number.POSITIVE_INFINITY);
});

group('labels with their values', () => {
  const rows = [
    ['name', '책방'],
    ['purpose', 'to recognise members and to deliver orders'],
    ['', 'and more'],
  ] as const;

  test('are aligned', () => {
    expect(lines(describe(rows, 80))).toEqual([
      'name     책방',
      'purpose  to recognise members and to deliver orders',
      '         and more',
    ]);
  });

  test('continue in the value column in a narrow terminal', () => {
    expect(lines(describe(rows, 30))).toEqual([
      'name     책방',
      'purpose  to recognise members',
      '         and to deliver orders',
      '         and more',
    ]);
  });

  test('have the value on the next line if no word fits next to the label', () => {
    const secret = 'f'.repeat(64);
    expect(lines(describe([['client_secret', secret], ...rows], 70))).toEqual([
      ...['client_secret', `  ${secret}`, 'name', '  책방', 'purpose'],
      ...['  to recognise members and to deliver orders', '  and more'],
    ]);
  });
});

group('a table', () => {
  const header = ['CLIENT ID', 'NAME', 'READS'];
  const rows = [
    ['demoshop000000000001', '책방', 'many'],
    ['demobank000000000002', 'Bank', 'once'],
  ];

  test('aligns its columns, with Korean letters or without', () => {
    expect(lines(table(header, rows, 80))).toEqual([
      'CLIENT ID             NAME  READS',
      'demoshop000000000001  책방  many',
      'demobank000000000002  Bank  once',
    ]);
  });

  test('wraps its last column between words if it is too wide', () => {
    const named = rows.map(([client_id = '', name = '', reads = '']) => [
      client_id,
      reads,
      `${name} of all books`,
    ]);
    expect(lines(table(['CLIENT ID', 'READS', 'NAME'], named, 42))).toEqual([
      'CLIENT ID             READS  NAME',
      'demoshop000000000001  many   책방 of all',
      '                             books',
      'demobank000000000002  once   Bank of all',
      '                             books',
    ]);
  });

  test("becomes a block per row if it doesn't fit", () => {
    expect(lines(table(header, rows, 32))).toEqual([
      ...['CLIENT ID  demoshop000000000001', 'NAME       책방', 'READS      many', ''],
      ...['CLIENT ID  demobank000000000002', 'NAME       Bank', 'READS      once'],
    ]);
  });
});
