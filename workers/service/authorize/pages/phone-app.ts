import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { isWebLink } from '../../shared/phone-app-links.ts';
import { signInTexts } from '../texts/index.ts';
import { newWindowText, type View } from './sign-in-frame.tsx';

interface ShownApp {
  /** Name for the page, such as `the PASS app`. */
  name: string;
  /** General link that opens the app, regardless of the request that the app shows. */
  link?: string | undefined;
}

/**
 * Returns the app that shows a carrier's requests, from the operator's settings. A WebView can't open a page in
 * another window, so it gets no link.
 */
export function phoneAppOf({ env, language, signIn }: View, telcoCd: CarrierCode | undefined): ShownApp {
  const { anyApp, app } = signInTexts[language].wait;
  const known = telcoCd && env[`PHONE_APP_${telcoCd}`];
  if (known === undefined) return { name: anyApp };
  const { name, link } = known;
  return { name: fill(app, { name }), link: signIn.isHybrid ? undefined : link };
}

/**
 * Returns the new-window text for a web link, which opens in another window. A link with an app scheme opens the
 * app from this window, because a new window would stay open and empty.
 */
export const newWindowTextForLink = (view: View, link: string): string | undefined =>
  isWebLink(link) ? newWindowText(view) : undefined;
