import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gapsOf, overviewWith } from './overview.ts';
import { type Page, pageOf } from './pages.ts';
import { readTables } from './tables.ts';

const root = path.resolve(import.meta.dirname, '../..');
const overview = 'docs/verification/README.md';

/** Every generated page, as it should be. */
export function generatedPages(): Page[] {
  const tables = readTables();
  return [
    ...tables.map(pageOf),
    gapsOf(tables),
    { file: overview, text: overviewWith(tables, readFileSync(path.join(root, overview), 'utf8')) },
  ];
}
