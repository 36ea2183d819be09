/** First match wins: most browsers also name those that they descend from. */
const browsers: readonly [string, RegExp][] = [
  ['KakaoTalk', /KAKAOTALK/],
  ['NAVER', /NAVER\(/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Whale', /Whale\//],
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['WebView', /; wv\)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** The label by which a person recognises a browser in their list, such as `Chrome, Android`; no more of the User-Agent is kept. */
export function agentLabel(userAgent: string | null): string {
  return [nameIn(browsers, userAgent), systemOf(userAgent)].filter((name) => name !== undefined).join(', ');
}

/** The operating system that a browser names, such as `Android`. An iPad may say that it is a Mac. */
export const systemOf = (userAgent: string | null): string | undefined => nameIn(systems, userAgent);

const nameIn = (names: readonly [string, RegExp][], userAgent: string | null): string | undefined =>
  names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
