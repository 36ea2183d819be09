/**
 * Applications that open links in a browser of their own, by User-Agent pattern. Such a browser shares no cookies with the
 * phone's browser, and other applications can't return to it.
 */
export const applicationsWithBrowser: readonly [string, RegExp][] = [
  ['KakaoTalk', /KAKAOTALK/],
  ['NAVER', /NAVER\(/],
  ['Instagram', /\bInstagram\b/],
  ['Facebook', /\b(?:FBAN|FBAV|FB_IAB)\//],
  ['LINE', /\bLine\//],
  ['Daum', /\bDaumApps\//],
  ['BAND', /\bBAND\//],
  ['Everytime', /everytimeApp/i],
  ['Toss', /\bTossApp\/|\bToss\//],
  ['Coupang', /\bCoupang(?:App)?\b/i],
];

/**
 * Matches a WebView. On Android, its User-Agent says so. On Apple's systems, every browser's User-Agent contains `Safari/`,
 * and a WebView's doesn't, unless its application adds it.
 */
export const webView = /; wv\)|^(?!.*\bSafari\/).*\((?:iPhone|iPad|iPod|Macintosh)\b.*\bAppleWebKit\//;

/**
 * Returns the application in whose browser a page is open, such as `KakaoTalk`, or undefined if the User-Agent names none.
 * It is only a hint for pages: a User-Agent can be chosen freely.
 */
export const applicationOfBrowser = (userAgent: string | null): string | undefined =>
  applicationsWithBrowser.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];

/** Whether a page is open in a browser inside an application, rather than in a browser that other applications can open. */
export const isInAppBrowser = (userAgent: string | null): boolean =>
  applicationOfBrowser(userAgent) !== undefined || webView.test(userAgent ?? '');
