import type { EnhanceAppContext, PageData } from 'vitepress';
import { useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, onMounted, watch } from 'vue';
import { applyChosenLanguage } from './chosen-language.ts';
import { openLinkedTabs } from './linked-tab.ts';
import { NotFound } from './not-found.ts';
import { preloadSearch } from './preload-search.ts';
import './style.css';
import './diagrams.css';
import './front.css';

/** VitePress takes the language of a missing page from its path with the base, which begins with no language. */
function useLanguageOfMissing({ router: { route } }: EnhanceAppContext): void {
  const base = withBase('/').slice(1);
  watch(
    () => route.data,
    (data: PageData) => {
      if (data.isNotFound && data.relativePath.startsWith(base))
        route.data = { ...data, relativePath: data.relativePath.slice(base.length) };
    },
    { flush: 'sync' },
  );
}

export default {
  extends: DefaultTheme,
  enhanceApp: useLanguageOfMissing,
  setup() {
    onMounted(applyChosenLanguage);
    openLinkedTabs();
    preloadSearch();
  },
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'not-found': () => h(NotFound),
      'nav-bar-title-after': () => h('span', { class: 'version' }, useData().theme.value.version),
    }),
};
