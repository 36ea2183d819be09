import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as client from '../../packages/plid/client/index.ts';
import * as express from '../../packages/plid/express/index.ts';
import * as fields from '../../packages/plid/fields/index.ts';
import * as identity from '../../packages/plid/identity/index.ts';
import * as sandbox from '../../packages/plid/sandbox/index.ts';
import * as playwright from '../../packages/plid/sandbox/playwright.ts';
import * as web from '../../packages/plid/web/index.ts';
import * as carrier from '../../packages/plid-kits/carrier/index.ts';
import * as conformance from '../../packages/plid-kits/conformance/index.ts';
import { codeBlocksOf } from '../support/assertions/code-blocks.ts';
import { root } from '../support/world/test-workers.ts';

/** Everything that a program can call or construct after it has imported the package. */
const modules = [carrier, client, conformance, fields, express, identity, sandbox, playwright, web];
const isFunction = ([, value]: [string, unknown]) => typeof value === 'function';
const functions = modules.flatMap((one) => Object.entries(one).filter(isFunction));
const exported = [...new Set(functions.map(([name]) => name))].sort();

const snippetsOf = (page: string) => codeBlocksOf(page).filter(({ language }) => /^[jt]sx?$/.test(language));

/** The documents with snippets of JavaScript that readers copy into a program. */
const pages = ['packages/plid/README.md', ...globSync('docs/{client,client/*}.md', { cwd: root })].filter(
  (page) => snippetsOf(page).length > 0,
);

/** The functions and classes of the package that a snippet uses, but doesn't import. */
function missingImports(snippet: string): string[] {
  const imports = [
    ...snippet.matchAll(/^import (?:type )?\{([^}]*)\} from 'plid\//gm),
    ...snippet.matchAll(/^const \{([^}]*)\} = require\('plid\//gm),
  ];
  const imported = imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const code = snippet.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return exported
    .filter((name) => new RegExp(`(?<![.\\w])${name}\\(|instanceof ${name}\\b`).test(code))
    .filter((name) => !imported.includes(name));
}

test('a missing import is found', () => {
  const use =
    "const client = createClient({ service: '' });\nif (error instanceof PlidError) client.user('');";
  expect(missingImports(use)).toEqual(['PlidError', 'createClient']);
  expect(missingImports(`import { createClient, PlidError } from 'plid/client';\n${use}`)).toEqual([]);
});

test.each(pages)('each snippet of %s imports what it uses of the package', (page) => {
  const faults = snippetsOf(page).map(({ heading, text }) => ({
    heading,
    text,
    missing: missingImports(text),
  }));
  expect(faults.filter(({ missing }) => missing.length > 0)).toEqual([]);
});
