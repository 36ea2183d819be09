import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generatedPages } from '../verification/generate.ts';
import { missingTests, readGaps, readTables } from '../verification/tables.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Tests that the tables of docs/verification/tables name and that don't exist, and pages that aren't up to date. */
export const faultsOfVerification = (): string[] => [
  ...[...readTables(), readGaps()].flatMap(missingTests),
  ...generatedPages()
    .filter(
      ({ file, text }) =>
        !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
    )
    .map(({ file }) => `${file} is not up to date. Run: npx node tools/verification/write.ts`),
];
