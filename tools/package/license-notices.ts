import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licenses of the packages in a bundle, which must be distributed with it.
 * @param root with the `node_modules` of the bundle. @param files of the bundle, from esbuild's metafile.
 * @throws {Error} if a package has no license text.
 */
export function noticesOf(root: string, files: readonly string[]): string {
  const names = files.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1] ?? [],
  );
  const notices = [...new Set(names)]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(path.join(root, 'node_modules', name))}`);
  return `worker.js holds code of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  return `${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
}
