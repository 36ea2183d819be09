import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publication } from '../packages/plid/command/publication.ts';
import { type Language, languages, root } from './contents.ts';
import { base } from './llms.ts';

/** The version of the published package. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(path.join(root, 'packages/plid/package.json'), 'utf8'),
);

const texts = {
  en: { api: 'API reference', changelog: 'Changelog', repository: 'Repository' },
  ko: { api: 'API 참조', changelog: '변경 이력', repository: '저장소' },
};

/**
 * Returns the links at the top of the site. The API reference and the changelog aren't pages of VitePress, so the
 * browser loads them.
 */
export function navigation(language: Language, repository = publication?.repository) {
  const { api, changelog, repository: code } = texts[language];
  return [
    { text: api, link: `/${languages[language]}api`, target: '_self' },
    { text: changelog, link: `${base}changelog.txt`, target: '_self' },
    ...(repository === undefined ? [] : [{ text: code, link: repository }]),
  ];
}
