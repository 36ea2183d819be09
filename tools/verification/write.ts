import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedPages } from './generate.ts';

// Writes the tables of docs/verification. Usage: node tools/verification/write.ts
for (const { file, text } of generatedPages())
  writeFileSync(path.resolve(import.meta.dirname, '../..', file), text);
