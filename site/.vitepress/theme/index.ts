import { useData, useRoute, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, onMounted } from 'vue';
import { applyChosenLanguage } from './chosen-language.ts';
import './style.css';

/** The page for a missing page. A page that exists only in English has a link to it. */
const NotFound = {
  setup() {
    const { theme } = useData();
    const route = useRoute();
    return () => {
      const page = route.path.replace(withBase('/ko/'), '').replace(/(?:\.html)?$/, '');
      const isEnglish = route.path.startsWith(withBase('/ko/')) && theme.value.englishOnly?.includes(page);
      return h('main', { class: 'missing vp-doc' }, [
        h(
          'h1',
          isEnglish ? '영어로만 제공되는 문서입니다' : (theme.value.notFound?.title ?? 'Page not found'),
        ),
        isEnglish
          ? h('p', h('a', { href: withBase(`/${page}`) }, '영어 문서 보기'))
          : h(
              'p',
              h(
                'a',
                { href: withBase(theme.value.notFound?.link ?? '/') },
                theme.value.notFound?.linkText ?? 'Contents',
              ),
            ),
      ]);
    };
  },
};

export default {
  extends: DefaultTheme,
  setup: () => onMounted(applyChosenLanguage),
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
};
