import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A test by its file, from the root, and a part of its name or of its group's name. */
export interface NamedTest {
  file: string;
  name: string;
}

/** The tests that a document names next to a link to their file: `[user](../test/user.test.ts) “an answer”, “a refusal”`. */
export const testsNamedIn = (text: string): NamedTest[] =>
  [
    ...text.matchAll(/\]\((?:\.\.\/)+((?:test|verify|sandbox|admin|tools)\/[^)]+)\)((?:,? “[^”]+”)+)/g),
  ].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

/** Whether a file has a test, a group of tests, or a check of pages whose name contains these words. */
export function hasTest({ file, name }: NamedTest): boolean {
  if (!existsSync(path.join(root, file))) return false;
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`['"\`][^'"\`\n]*${pattern}`).test(readFileSync(path.join(root, file), 'utf8'));
}
