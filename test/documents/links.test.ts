import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../tools/package/anchor-of.ts';
import { hasTest, testsNamedIn } from '../../tools/verification/named-tests.ts';
import { codesOf, documents, readDocument } from '../support/assertions/markdown.ts';
import { root } from '../support/world/test-workers.ts';

/** The targets of `#…` in a document: its headings, as GitHub spells them, and its own anchors. */
function anchorsOf(document: string): string[] {
  const text = readDocument(document).replace(/^```.*?^```$/gms, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

/** The links of a document to missing files and headings of the repository. */
function brokenLinks(document: string): string[] {
  const links = [...readDocument(document).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document : path.join(path.dirname(document), file);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

test('every link of a document leads to an existing file and heading', () => {
  const broken = documents.flatMap((document) => brokenLinks(document).map((link) => `${document}: ${link}`));
  expect(broken, 'Lead these links to where it stands now.').toEqual([]);
});

/** A path from the top of the project, with no placeholder such as `<route>` in it. The built package is there only after `npm run build`. */
const isPath = (code: string) =>
  /^(?:\.ci|bench|docs|packages|scripts|test|verify|workers)\/[^<*…{}\s]*$/.test(code) &&
  !/^packages\/[\w-]+\/dist$/.test(code);

test('every file and folder that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    codesOf(readDocument(document))
      .filter((code) => isPath(code) && !existsSync(path.join(root, code)))
      .map((code) => `${document}: ${code}`),
  );
  expect(missing, 'Name them as they are now.').toEqual([]);
});

test('every test that a document names exists', () => {
  const named = documents.flatMap((document) =>
    testsNamedIn(readDocument(document)).map((claim) => ({ document, ...claim })),
  );
  expect(named).not.toEqual([]);
  const missing = named.filter((claim) => !hasTest(claim));
  expect(missing, 'Name the test that shows it now, or write “no test: ” and why.').toEqual([]);
});
