import { fill } from '../../../core/protocol/texts.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { View } from '../flow/sign-in-context.ts';
import { newWindowText } from '../pages/sign-in-frame.tsx';
import { isWebLink } from '../settings/phone-app-links.ts';
import { signInTexts } from '../texts/index.ts';

interface ShownApp {
  /** Name of the app, as worded on the page, such as `the PASS app`. */
  name: string;
  /** General link that opens the app, regardless of the request that the app shows. */
  link?: string | undefined;
}

/**
 * Returns the app that shows a carrier's requests, from the operator's settings. Inside a WebView, the link to the
 * app is omitted, because a WebView can't open a page in another window.
 */
export function phoneAppOf({ env, language, signIn }: View, telcoCd: CarrierCode | undefined): ShownApp {
  const { anyApp, app } = signInTexts[language].wait;
  const known = telcoCd && env[`PHONE_APP_${telcoCd}`];
  if (known === undefined) return { name: anyApp };
  const { name, link } = known;
  return { name: fill(app, { name }), link: signIn.isHybrid ? undefined : link };
}

/**
 * Returns the text that announces a new window if the link is a web link, because a web link opens in another
 * window. A link with an app scheme opens the app from this window, because a new window would stay open and
 * empty.
 */
export const newWindowTextForLink = (view: View, link: string): string | undefined =>
  isWebLink(link) ? newWindowText(view) : undefined;
