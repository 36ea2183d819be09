import type { HeadConfig } from 'vitepress';
import { publication } from '../packages/plid/command/publication.ts';
import { findPages, type Language, languageOf, languages, urlOf } from './contents.ts';

const locales = { en: 'en_US', ko: 'ko_KR' };

/** A page of the site: its path below `docs/`, title, and description. */
interface Described {
  file: string;
  title: string;
  description: string;
}

/**
 * Returns the elements of a page's head for search engines and link previews. Those with an address are omitted
 * if the site's address isn't known.
 * @param site URL of the deployed site, such as `https://example.com/docs`.
 */
export function headOf(
  { file, title, description }: Described,
  site = publication?.documentation,
): HeadConfig[] {
  const language = languageOf(file);
  const property = (name: string, content: string): HeadConfig => [
    'meta',
    { property: `og:${name}`, content },
  ];
  const head = [
    property('type', 'article'),
    property('site_name', 'plid'),
    property('title', title),
    property('description', description),
    property('locale', locales[language]),
  ];
  if (site === undefined) return head;
  const root = site.replace(/\/$/, '');
  const inEnglish = file.slice(languages[language].length);
  const pages = findPages();
  const others = (Object.keys(languages) as Language[]).flatMap((each): HeadConfig[] => {
    const other = languages[each] + inEnglish;
    return pages.includes(other)
      ? [['link', { rel: 'alternate', hreflang: each, href: root + urlOf(other) }]]
      : [];
  });
  return [
    ...head,
    property('url', root + urlOf(file)),
    property('image', `${root}/pictures/login-${language}-still.png`),
    ['link', { rel: 'canonical', href: root + urlOf(file) }],
    ...others,
  ];
}
