import { applicationsWithBrowser, webView } from './in-app-browser.ts';
import type { Language } from './language.ts';

/** The name of a browser inside an application that the User-Agent doesn't name. */
const webViewName = 'WebView';

const words: Record<Language, { webView: string; unknown: string }> = {
  en: { webView: 'Browser in an app', unknown: 'Unknown browser' },
  ko: { webView: '앱 안의 브라우저', unknown: '알 수 없는 브라우저' },
};

/**
 * Browsers by User-Agent pattern. The first match counts, because most browsers also name the browsers that they
 * descend from.
 */
const browsers: readonly [string, RegExp][] = [
  ...applicationsWithBrowser,
  ['Samsung Internet', /SamsungBrowser\//],
  ['Whale', /Whale\//],
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  [webViewName, webView],
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

/**
 * Returns a browser's label for the user's list, such as `Chrome, Android`. The rest of the User-Agent isn't
 * stored.
 */
export function agentLabel(userAgent: string | null): string {
  return [nameIn(browsers, userAgent), systemOf(userAgent)].filter((name) => name !== undefined).join(', ');
}

/** Returns a browser's label in the words of a page. @param label as {@link agentLabel} returned it, or nothing. */
export const shownAgent = (language: Language, label: string | undefined): string =>
  label ? label.replace(webViewName, words[language].webView) : words[language].unknown;

/** Returns the operating system from the User-Agent, such as `Android`. An iPad may identify itself as a Mac. */
export const systemOf = (userAgent: string | null): string | undefined => nameIn(systems, userAgent);

const nameIn = (names: readonly [string, RegExp][], userAgent: string | null): string | undefined =>
  names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
