/** The texts of the theme in Korean. */
export const korean = {
  description: '휴대폰 번호로 로그인하는 서비스를 Cloudflare Workers에서 운영합니다',
  themeConfig: {
    outline: { level: [2, 3] as [number, number], label: '이 페이지의 내용' },
    docFooter: { prev: '이전', next: '다음' },
    darkModeSwitchLabel: '화면 모드',
    lightModeSwitchTitle: '밝은 화면으로 바꾸기',
    darkModeSwitchTitle: '어두운 화면으로 바꾸기',
    sidebarMenuLabel: '목차',
    returnToTopLabel: '맨 위로',
    langMenuLabel: '언어 바꾸기',
    skipToContentLabel: '본문으로 건너뛰기',
  },
};

/** The texts of the search in Korean. */
export const koreanSearch = {
  translations: {
    button: { buttonText: '검색', buttonAriaLabel: '검색' },
    modal: {
      displayDetails: '자세히 보기',
      resetButtonTitle: '검색어 지우기',
      backButtonTitle: '검색 닫기',
      noResultsText: '검색 결과가 없습니다:',
      footer: {
        selectText: '선택',
        selectKeyAriaLabel: 'Enter',
        navigateText: '이동',
        navigateUpKeyAriaLabel: '위쪽 화살표',
        navigateDownKeyAriaLabel: '아래쪽 화살표',
        closeText: '닫기',
        closeKeyAriaLabel: 'Esc',
      },
    },
  },
};
