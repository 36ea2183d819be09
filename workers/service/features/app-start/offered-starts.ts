import type { StartWay } from '../../../core/carrier/port.ts';
import { isInAppBrowser } from '../../../core/http/in-app-browser.ts';
import { carrierCodes } from '../../../core/protocol/user-record.ts';
import type { OfferedStart } from '../../sign-in/settings/starts-setting.ts';
import type { SignIn } from '../../sign-in/stages/sign-in-cookie-value.ts';

interface StartSettings {
  STARTS?: readonly OfferedStart[] | undefined;
  PHONE_APP_LINKS?: object | undefined;
}

/** A sign-in in a browser, with the service's settings. */
interface StartContext {
  request: Request;
  signIn: Pick<SignIn, 'isHybrid'>;
  env: StartSettings;
}

/**
 * Returns the app-initiated sign-ins that a page offers for one way, in the order of the carriers. In an application's
 * WebView, which `isHybrid` or the User-Agent reveals, no link is offered: the carrier's app returns to the phone's
 * browser, which doesn't know the sign-in. With `isHybrid`, there is no second screen for a code either.
 */
export function offeredStarts(
  way: StartWay,
  { request, signIn, env: { STARTS, PHONE_APP_LINKS } }: StartContext,
): OfferedStart[] {
  if (signIn.isHybrid) return [];
  if (way === 'link' && isInAppBrowser(request.headers.get('User-Agent'))) return [];
  if (STARTS !== undefined)
    return carrierCodes.flatMap((code) =>
      STARTS.filter((start) => start.way === way && start.telcoCd === code),
    );
  // A page can't open an app if the operator allows no app links.
  const isPossible = way === 'code' || PHONE_APP_LINKS !== undefined;
  return isPossible ? carrierCodes.map((telcoCd) => ({ telcoCd, way })) : [];
}
