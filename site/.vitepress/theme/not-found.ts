import { type DefaultTheme, useData, useRoute, withBase } from 'vitepress';
import { h } from 'vue';
import { missingPage } from '../missing-page.ts';
import { nearestPages, type PageLink } from './nearest-pages.ts';

/** Where the search box reads its first words from. */
const searchWords = 'vitepress:local-search-filter';

/** Opens the search with the words of the missing page's name. */
function search(words: string): void {
  sessionStorage.setItem(searchWords, words);
  document.querySelector<HTMLElement>('.VPNavBarSearch button')?.click();
}

const flatten = (items: DefaultTheme.SidebarItem[] = []): PageLink[] =>
  items.flatMap(({ text = '', link, items: inner }) => [
    ...(link ? [{ text, link }] : []),
    ...flatten(inner),
  ]);

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/**
 * The page for a missing page: it suggests pages, and opens the search. A page that exists only in English has a link
 * to it.
 */
export const NotFound = {
  setup() {
    const { theme, lang } = useData();
    const route = useRoute();
    return () => {
      const language = lang.value === 'ko' ? 'ko' : 'en';
      const texts = missingPage[language];
      const other = missingPage[language === 'ko' ? 'en' : 'ko'];
      const path = decoded(route.path)
        .slice(withBase('/').length - 1)
        .replace(/\.(?:html|md)$/, '');
      const english = path.slice('/ko/'.length);
      if (language === 'ko' && theme.value.englishOnly?.includes(english)) return onlyEnglish(`/${english}`);
      const found = nearestPages(path, flatten(theme.value.sidebar));
      const words = path.split('/').at(-1)?.replaceAll(/[-_]/g, ' ') ?? '';
      return h('main', { class: 'missing vp-doc' }, [
        h('p', { class: 'code' }, '404'),
        h('h1', texts.title),
        h('p', { lang: other.lang, class: 'other' }, other.title),
        found.length > 0 && [
          h('h2', texts.suggestions),
          h(
            'ul',
            found.map(({ text, link }) => h('li', h('a', { href: withBase(link) }, text))),
          ),
        ],
        h('p', { class: 'ways' }, [
          h('button', { type: 'button', onClick: () => search(words) }, texts.search),
          h('a', { href: withBase(texts.home) }, texts.contents),
          h('a', { href: withBase(other.home), lang: other.lang, hreflang: other.lang }, other.contents),
        ]),
      ]);
    };
  },
};

const onlyEnglish = (page: string) =>
  h('main', { class: 'missing vp-doc' }, [
    h('h1', '영어로만 제공되는 문서입니다'),
    h('p', h('a', { href: withBase(page) }, '영어 문서 보기')),
  ]);
