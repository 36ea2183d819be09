import { expect, test } from 'vitest';
import { agentLabel, shownAgent } from '../../../workers/core/http/agent-label.ts';

const android = 'Mozilla/5.0 (Linux; Android 15; SM-S938N) AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const webView = android.replace(')', '; wv)');

test.each([
  ['KakaoTalk, Android', `${webView} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36;KAKAOTALK 2511000`],
  ['KakaoTalk, iOS', `${iPhone} Mobile/15E148 KAKAOTALK 25.1.0`],
  [
    'NAVER, Android',
    `${webView} Version/4.0 Chrome/142.0.0.0 Whale/1.0.0.0 Mobile Safari/537.36 NAVER(inapp; search; 1)`,
  ],
  ['NAVER, iOS', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1 NAVER(inapp; search; 1; 12.1.1)`],
  ['Samsung Internet, Android', `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Whale, Windows', `${windows} Chrome/142.0.0.0 Whale/4.34.340.19 Safari/537.36`],
  ['Edge, Windows', `${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Edge, Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
  ['Edge, iOS', `${iPhone} Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Opera, Windows', `${windows} Chrome/142.0.0.0 Safari/537.36 OPR/123.0.0.0`],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox, iOS', `${iPhone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['WebView, Android', `${webView} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome, Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome, iOS', `${iPhone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Safari, macOS', `${mac} Version/18.5 Safari/605.1.15`],
  ['Safari, iOS', `${iPhone.replace('iPhone;', 'iPad;').replace('iPhone ', '')} Version/18.5 Safari/604.1`],
  ['Safari, iOS', `${iPhone.replace('iPhone;', 'iPod touch;')} Version/15.0 Safari/604.1`],
  [
    'WebView, iOS',
    'Mozilla/5.0 (iPod; U; CPU like Mac OS X; ko) AppleWebKit/420.1 (KHTML, like Gecko) Version/3.0',
  ],
  [
    'Chrome, Linux',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Instagram, Android',
    `${webView} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 402.0.0.49.72 Android`,
  ],
  ['Facebook, iOS', `${iPhone} Mobile/22F76 [FBAN/FBIOS;FBAV/536.0.0.44.74;FBLC/ko_KR]`],
  ['LINE, iOS', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1 Line/15.18.0`],
  ['Daum, Android', `${webView} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 DaumApps/8.3.2`],
  ['Toss, iOS', `${iPhone} Mobile/15E148 TossApp/5.239.1`],
  ['Coupang, iOS', `${iPhone} Mobile/15E148 Coupang/8.9.4`],
  ['WebView, iOS', `${iPhone} Mobile/15E148`],
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko'],
  ['Safari', 'Safari/605'],
  ['', 'curl/8.16.0'],
  ['', ''],
  ['', null],
])('%j is displayed for the User-Agent %j', (label, userAgent) => {
  expect(agentLabel(userAgent)).toBe(label);
});

test('a page names a browser inside an unknown app, and an unknown browser, in its language', () => {
  const labels = ['WebView, Android', 'Chrome, Windows', ''];
  expect(labels.map((label) => shownAgent('en', label))).toEqual([
    'Browser in an app, Android',
    'Chrome, Windows',
    'Unknown browser',
  ]);
  expect(labels.map((label) => shownAgent('ko', label))).toEqual([
    '앱 안의 브라우저, Android',
    'Chrome, Windows',
    '알 수 없는 브라우저',
  ]);
});
