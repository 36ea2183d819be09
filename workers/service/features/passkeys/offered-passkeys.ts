import { isInAppBrowser } from '../../../core/http/in-app-browser.ts';
import type { SignInContext, View } from '../../sign-in/flow/sign-in-context.ts';
import type { PasskeyEnv } from './passkey-settings.ts';

/** The context of a sign-in, with this part's settings. */
export type PasskeyContext = SignInContext & { env: PasskeyEnv };
export type PasskeyView = View & { env: PasskeyEnv };

/**
 * Whether passkeys exist at this application, in this browser. The browser inside an application has none of the user's
 * passkeys, and a host that is an IP address can't have any (WebAuthn §5.1.2).
 */
export const hasPasskeys = ({ env, application, request, signIn }: PasskeyView): boolean =>
  env.PASSKEYS === 'Y' &&
  application.passkeys &&
  !signIn.isHybrid &&
  !isInAppBrowser(request.headers.get('User-Agent')) &&
  !/^[\d.]+$|:/.test(relyingParty(env).id);

/**
 * Whether a passkey may sign in. The answer is that of an automatic login, so a request that excludes automatic login needs
 * the phone. So does one that limits the age of the last full sign-in.
 */
export const allowsPasskey = (view: PasskeyView): boolean =>
  hasPasskeys(view) && view.signIn.automaticLogin !== undefined && view.signIn.max_age === undefined;

/** Returns the relying party of all passkeys (WebAuthn §4): the service's host and origin, from its own setting. */
export function relyingParty({ BASE_URL }: Pick<View['env'], 'BASE_URL'>): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(BASE_URL);
  return { id, origin };
}
