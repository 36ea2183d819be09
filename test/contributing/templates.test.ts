import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandsIn, faultOf } from '../support/inspect/shell-commands.ts';
import { root } from '../support/world/bundles.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Field {
  type: string;
  id?: string;
  attributes: { label?: string; value?: string; options?: (string | { label: string })[] };
}

const forms = globSync('.github/ISSUE_TEMPLATE/!(config).yml', { cwd: root }).map((file) => ({
  file,
  form: parse(read(file)) as { name: string; description: string; body: Field[] },
}));

test('there is a form for what does not work, and one for what is missing', () => {
  expect(forms.map(({ file }) => path.basename(file)).sort()).toEqual(['bug.yml', 'idea.yml']);
});

describe.each(forms)('$file', ({ form }) => {
  test('is a form that GitHub accepts', () => {
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(1);
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect([id, attributes.label]).toEqual([expect.stringMatching(/^[\w-]+$/), expect.any(String)]);
      const hasOptions = type === 'dropdown' || type === 'checkboxes';
      expect((attributes.options?.length ?? 0) > 0, id).toBe(hasOptions);
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });
});

test('who reports what does not work is told where a vulnerability goes, and to send no personal data', () => {
  const text = read('.github/ISSUE_TEMPLATE/bug.yml');
  expect(text).toContain('SECURITY.md');
  expect(text).toMatch(/no real personal data/);
});

test('the templates name commands and files that are there', () => {
  const templates = globSync(['.github/*.md', '.github/ISSUE_TEMPLATE/*.yml'], { cwd: root });
  expect(templates.length).toBeGreaterThan(3);
  const codes = templates.flatMap((file) =>
    [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
  );
  const commands = codes.filter((code) => code.startsWith('npm '));
  expect(commands.flatMap((command) => commandsIn(command).map(faultOf)).filter(Boolean)).toEqual([]);
  const named = codes.filter((code) => /^[\w/.-]+\.(?:md|yaml)$/.test(code));
  for (const file of named) expect(read(file).length, file).toBeGreaterThan(0);
});
