import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import biome from '../../biome.json' with { type: 'json' };
import { root } from '../support/world/bundles.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The settings of .editorconfig below a heading. */
function settingsOf(heading: string): Record<string, string> {
  const [, text = ''] = read('.editorconfig').split(`[${heading}]\n`);
  const lines = text.split('\n[')[0]?.matchAll(/^(\w+) = (.+)$/gm) ?? [];
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

const everything = settingsOf('*');

test('an editor writes what Biome wants', () => {
  const { indentStyle, indentWidth, lineWidth } = biome.formatter;
  expect(everything).toMatchObject({
    indent_style: indentStyle,
    indent_size: String(indentWidth),
    max_line_length: String(lineWidth),
    end_of_line: 'lf',
  });
});

test('every file is as .editorconfig says: UTF-8, one newline at the end of a line and of the file, no spaces before it', () => {
  expect(everything).toMatchObject({
    ...{ charset: 'utf-8', insert_final_newline: 'true', trim_trailing_whitespace: 'true' },
  });
  const files = String(execFileSync('git', ['ls-files', '-z'], { cwd: root })).split('\0');
  const texts = files.filter(
    (file) => file !== '' && existsSync(path.join(root, file)) && !read(file).includes('\0'),
  );
  expect(texts.length).toBeGreaterThan(500);
  const wrong = texts.filter((file) => {
    const text = read(file);
    return text !== '' && (/\r|[ \t]$|\ufffd/m.test(text) || !text.endsWith('\n') || text.endsWith('\n\n'));
  });
  expect(wrong).toEqual([]);
});
