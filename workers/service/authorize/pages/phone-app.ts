import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { isWebLink } from '../../shared/phone-app-links.ts';
import { words } from '../words/index.ts';
import { newWindowOf, type View } from './sign-in-frame.tsx';

interface ShownApp {
  /** In words, such as `the PASS app`. */
  name: string;
  /** Opens the app, for whatever request is there. */
  link?: string | undefined;
}

/** The app that shows a carrier's requests, as the operator's settings name it. A WebView opens no page beside it. */
export function phoneAppOf({ env, language, signIn }: View, telcoCd: CarrierCode | undefined): ShownApp {
  const { anyApp, app } = words[language].wait;
  const known = telcoCd && env[`PHONE_APP_${telcoCd}`];
  if (known === undefined) return { name: anyApp };
  const { name, link } = known;
  return { name: fill(app, { name }), link: signIn.isHybrid ? undefined : link };
}

/** A page opens in a window beside this one. A scheme opens its app from here: a window of its own would stay behind, empty. */
export const windowFor = (view: View, link: string): string | undefined =>
  isWebLink(link) ? newWindowOf(view) : undefined;
