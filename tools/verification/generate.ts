import { gapsOf } from './gaps.ts';
import { type Page, pageOf } from './pages.ts';
import { readGaps, readTables } from './tables.ts';

/** Every generated page, as it should be. */
export function generatedPages(): Page[] {
  const tables = readTables();
  return [...tables.map(pageOf), gapsOf(tables, readGaps())];
}
