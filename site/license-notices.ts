import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './contents.ts';

interface Bundle {
  [name: string]: { modules?: Record<string, unknown> };
}

/** Adds the licenses of the packages in the site's scripts and styles, as `licenses.txt`. */
export const licenseNotices = {
  name: 'license-notices',
  generateBundle(this: { emitFile(file: object): void }, _: unknown, bundle: Bundle): void {
    const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules));
    const folders = modules.flatMap(
      (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? [],
    );
    const notices = [...new Set(folders)].sort().map(noticeOf);
    const source = notices.join(`\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
  },
};

/** Returns a package's license text, or the name of its license if the package doesn't contain the text. */
function noticeOf(folder: string): string {
  const name = path.relative(path.join(root, 'node_modules'), folder).replace(/.*node_modules./, '');
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  const { license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${name}\n\n${license}, ${typeof author === 'object' ? author.name : author}\n`;
}
