import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licences of the packages that a bundle holds: whoever passes their code on passes these on with it.
 * @param root whose `node_modules` it was bundled from. @param files that the bundle was made of, as esbuild's metafile names them.
 * @throws {Error} where a package has no licence to be passed on.
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
