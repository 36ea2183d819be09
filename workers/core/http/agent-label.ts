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
  const matching = ([, pattern]: readonly [string, RegExp]) => pattern.test(userAgent ?? '');
  const names = [browsers.find(matching), systems.find(matching)].flatMap((match) => match?.[0] ?? []);
  return names.join(', ');
}
