import path from 'node:path';
import type { Language } from '../contents.ts';
import { buildIndex } from './build-index.ts';

/** The module that the theme's search box imports, and the start of the name of each language's module. */
const name = '@localSearchIndex';
const resolved = '\0search-index';

/** The theme's names of the languages. */
const locales: Record<string, Language> = { root: 'en', ko: 'ko' };

/** The indexes are the same in the browser's build and in that of the pages. */
const indexes = new Map<Language, Promise<string>>();

/** Gives the theme's search box this folder's indexes, and its search instead of MiniSearch. */
export const searchIndex = {
  name: 'search-index',
  enforce: 'pre' as const,
  resolveId(id: string, importer = ''): string | undefined {
    if (id.startsWith(name)) return resolved + id.slice(name.length);
    const isBox = id === 'minisearch' && importer.includes('VPLocalSearchBox');
    return isBox ? path.join(import.meta.dirname, 'box.ts') : undefined;
  },
  async load(id: string): Promise<string | undefined> {
    if (!id.startsWith(resolved)) return undefined;
    const language = locales[id.slice(resolved.length)];
    if (language === undefined) {
      const entries = Object.keys(locales).map((locale) => `${locale}: () => import('${name}${locale}')`);
      return `export default { ${entries.join(', ')} }`;
    }
    const index = indexes.get(language) ?? buildIndex(language);
    indexes.set(language, index);
    return `export default ${JSON.stringify(await index)}`;
  },
};
