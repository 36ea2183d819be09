import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiReferencePages, swaggerFiles } from './api-reference/document.ts';
import { apiReferenceScript } from './api-reference/script.ts';
import { root } from './contents.ts';
import { base } from './llms.ts';

/** Writes the API reference as pages to read. The local environment serves its own pages, where calls can be tried. */
export function writeApiReference(folder: string): void {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const [address, html] of Object.entries(apiReferencePages()))
    write(`${address.slice(base.length)}.html`, html);
  write('api/start.js', apiReferenceScript());
  for (const file of swaggerFiles)
    copyFileSync(path.join(root, 'node_modules/swagger-ui-dist', file), path.join(folder, 'api', file));
}
