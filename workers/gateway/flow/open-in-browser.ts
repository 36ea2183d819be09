import { systemOf } from '../../core/http/agent-label.ts';
import { applicationOfBrowser } from '../../core/http/in-app-browser.ts';

/** Query parameter of `GET /auth/login`. With it, the sign-in continues in the browser in which it is opened. */
const parameter = 'browser';
/** The query of a login that must stay in its browser, because a cookie of this browser belongs to it. */
export const inCurrentBrowser = { browser: 'current' } as const;

/** The ways on from the browser of an application. */
export interface BrowserChoice {
  /** Link that opens the login in the phone's own browser. Undefined if the application has no such link. */
  external: string | undefined;
  /** Path that continues the login in the application's browser. */
  here: string;
}

/**
 * Returns the ways on if a login is opened in the browser of an application that is known to open links of others.
 * Undefined in every other browser: an unnamed WebView may belong to the gateway's own application, whose sign-in has to
 * stay there. Both ways contain the parameter `browser`, so that no login offers the choice twice.
 * @param address the login's address at the gateway's own origin.
 */
export function browserChoice(userAgent: string | null, address: URL): BrowserChoice | undefined {
  const application = applicationOfBrowser(userAgent);
  if (application === undefined || address.searchParams.get(parameter) === inCurrentBrowser.browser)
    return undefined;
  const login = new URL(address);
  login.searchParams.set(parameter, inCurrentBrowser.browser);
  return {
    external: externalLink(application, systemOf(userAgent), login),
    here: login.pathname + login.search,
  };
}

/**
 * Returns a link that opens an address outside of an application's browser: of KakaoTalk, of LINE
 * (https://developers.line.biz/en/docs/line-login/using-line-url-scheme/), or of Android
 * (https://developer.chrome.com/docs/android/intents). iOS has none for other applications.
 */
function externalLink(application: string, system: string | undefined, login: URL): string | undefined {
  if (application === 'KakaoTalk')
    return `kakaotalk://web/openExternal?url=${encodeURIComponent(login.href)}`;
  if (application === 'LINE') {
    const external = new URL(login);
    external.searchParams.set('openExternalBrowser', '1');
    return external.href;
  }
  if (system !== 'Android') return undefined;
  const { host, pathname, search, protocol, href } = login;
  const options = [
    `scheme=${protocol.slice(0, -1)}`,
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    `S.browser_fallback_url=${encodeURIComponent(href)}`,
  ];
  return `intent://${host}${pathname}${search}#Intent;${options.join(';')};end`;
}
