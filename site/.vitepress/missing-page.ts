/** The texts of the page for a missing page. */
export const missingPage = {
  en: {
    lang: 'en',
    title: 'Page not found',
    suggestions: 'Did you mean',
    search: 'Search the documentation',
    contents: 'Documentation home',
    home: '/',
  },
  ko: {
    lang: 'ko',
    title: '페이지를 찾을 수 없습니다',
    suggestions: '이 문서를 찾으셨나요?',
    search: '문서 검색',
    contents: '문서 홈',
    home: '/ko/',
  },
};
