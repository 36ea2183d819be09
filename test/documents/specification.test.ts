import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { factNames } from '../../workers/core/protocol/login-facts.ts';
import { attributes, encryptedAttributes } from '../../workers/core/protocol/user-record.ts';
import { root } from '../support/world/test-workers.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const specification = read('docs/protocol/specification.md');

/** The text of each section, by its number. */
const sections = new Map(
  specification
    .split(/^<a id=/m)
    .slice(1)
    .map((part) => {
      const [, id = '', number] = /^"([\d.]+)"><\/a>\n#{2,3} (\d(?:\.\d)?)\.? \S/.exec(part) ?? [];
      return [id === number ? id : `anchor ${id} above heading ${number}`, part];
    }),
);

/** The name of another document right before its section. */
const elsewhere =
  /(?:\bRFC \d+|\bOpenID Connect [\w -]+ 1\.0|\bWAI-ARIA 1\.2|\bWebAuthn|\bPNG|\bFetch|\b[A-Z]\w+ Act) $/;

/** The sections in a line that docs/protocol/specification.md lacks. */
function unknownSections(line: string): string[] {
  return [...line.matchAll(/§ ?([\d.]*\d)?(?: mode (\d))?/g)]
    .filter(({ index }) => !elsewhere.test(line.slice(0, index)))
    .filter(([, number, mode]) => {
      const section = sections.get(number ?? '');
      return section === undefined || (mode !== undefined && !section.includes(`\n${mode}. **`));
    })
    .map(([reference]) => reference);
}

test('docs/protocol/specification.md has every cited section, with an anchor', () => {
  const numbers = '1 2 2.1 2.2 2.3 2.4 3 4 4.1 4.2 4.3 4.4 5 6 7 8 9';
  expect([...sections.keys()].join(' '), 'Others refer to these numbers: keep them.').toBe(numbers);
});

test('every cited § exists in the specification or in the document named before it', () => {
  const files = globSync('{workers,sandbox,test,tools,admin,docs}/**/*.{ts,tsx,md,yaml}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const itself = 'test/documents/specification.test.ts';
  const lines = [...files, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .filter((file) => file !== itself)
    .flatMap((file) =>
      read(file)
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, line })),
    )
    .filter(({ line }) => line.includes('§'));
  expect(lines).not.toEqual([]);
  const unknown = lines.flatMap(({ place, line }) =>
    unknownSections(line).map((reference) => `${place} ${reference}`),
  );
  expect(unknown, 'Name the document right before the §, or a section that there is.').toEqual([]);
});

describe('a reference', () => {
  test.each(['§4.5', '§10', '§2.1 mode 4', '§2.2 mode 1', 'RFC 6749, §5.2', 'RFC 6749 §4.1 and §4.9', '§'])(
    '%s is reported',
    (line) => expect(unknownSections(line)).toHaveLength(1),
  );

  test.each(['§4.2.', '(§2.1 mode 2)', 'RFC 6749 §4.1.2.1', 'WebAuthn §6.5.5', "§7's words", '§1, §2.1'])(
    '%s is accepted',
    (line) => expect(unknownSections(line)).toEqual([]),
  );
});

describe('docs/openapi.yaml', () => {
  const { schemas } = parse(read('docs/openapi.yaml')).components;
  test.each([
    ['the user record', '2.1', Object.keys(schemas.User.properties)],
    // Only the gateway of this repository asks for the first of the additional ones (`Prefer`); applications are registered for the others.
    [
      'the token answer',
      '2.3',
      Object.keys(schemas.TokenResponse.properties).filter(
        (name) => !['automatic_login', ...factNames].includes(name),
      ),
    ],
    ['the envelope', '2.4', Object.keys(schemas.EnvelopeFields.properties)],
    ['errors', '7', schemas.Error.properties.error.enum],
  ])('%s has the content of §%s', (_, number, names) => {
    const rows = [...(sections.get(number) ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted(), 'The interface is the specification’s: follow its table.').toEqual(
      names.toSorted(),
    );
  });

  const flags = ['autoLoginYn', 'autoStatusCheck'];
  const record = ['plid', ...attributes, ...flags];
  test.each([
    ['User, what the service answers', Object.keys(schemas.User.properties), record],
    [
      'ClearIdentity, what the gateway answers',
      Object.keys(schemas.ClearIdentity.properties),
      [...attributes],
    ],
    ['AttributeName, what an application may ask for', schemas.AttributeName.enum, [...attributes]],
  ])('%s matches workers/core/protocol/user-record.ts', (_, names, expected) => {
    expect(names, 'Write docs/openapi.yaml as the record is.').toEqual(expected);
  });

  test('encrypted fields match §2.1 and workers/core/protocol/user-record.ts', () => {
    const encrypted = attributes.filter((name) => encryptedAttributes.has(name));
    const stated = attributes.filter((name) =>
      JSON.stringify(schemas.User.properties[name] ?? '').includes('/Encrypted'),
    );
    const rows = [...(sections.get('2.1') ?? '').matchAll(/^\| `(\w+)` \| encrypted \|/gm)];
    expect(stated).toEqual(encrypted);
    expect(rows.map(([, name]) => name)).toEqual(encrypted);
  });
});
