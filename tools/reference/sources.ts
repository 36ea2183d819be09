import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** @param file path from the root. */
export const readSource = (file: string): string => readFileSync(path.join(root, file), 'utf8');
