import { isPrefetch, isTopLevelNavigation } from '../../../core/http/prefetch.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { AutomaticGrantResult } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import { accountClientId } from '../../registry/account-client.ts';
import { digestTerms } from '../../registry/consents.ts';
import { enforcedMinimumAge } from '../../registry/minimum-age.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { redirectWithCode } from '../code/return-to-application.ts';
import { readDevice, renewedDeviceCookies } from '../cookies/device-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { notifyCookieReuse } from './notify-cookie-reuse.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Signs in a device that has automatic login, without showing a page (§1, §2.1 mode 2). @param id ID of the
 * sign-in and of the grant.
 * @returns The redirect with a code and usually a renewed cookie, or the sign-in's `automaticLogin` if the user
 * must sign in. The value is `chosen` if only the user's consent is missing, and `offered` if the page offers
 * automatic login. It's undefined if the request needs a full sign-in. @throws {ProtocolError} `unavailable` if
 * the account can't be reached.
 */
export async function logInAutomatically(
  context: AuthorizeContext,
  request: ReadRequest,
  id: string,
): Promise<Response | SignIn['automaticLogin']> {
  if (needsFullSignIn(request)) return undefined;
  const { asked, optional } = request;
  const { client_id } = request.application;
  const registered = isUserNavigation(context.request) ? await readDevice(context, client_id) : undefined;
  if (registered === undefined) return 'offered';
  const { plid, device, generation, age } = registered;
  // If the device was registered for a lower age, the user approves on the phone again, and that approval reports
  // the age.
  if (enforcedMinimumAge(request.application) > age) return 'offered';
  if (request.hinted !== undefined && request.hinted !== plid) return 'offered';
  const terms = await digestTerms(request.application);
  const granting = accountOf(context.env, plid).grantAutomatically(
    {
      id,
      client_id,
      device,
      generation,
      asked,
      optional,
      ...(terms && { terms }),
      ...request.format.grantFields(request, await redirectUriDigest(request.redirect_uri)),
      ...(request.max_age !== undefined && { startedSince: context.now - request.max_age }),
    },
    context.now,
  );
  const outcome = await callObject<AutomaticGrantResult>('granting an automatic login', granting);
  const result = typeof outcome === 'object' ? 'granted' : outcome;
  serviceEvents.record(context, events[result], { client_id, plid });
  if (result === 'copied') context.waitUntil(notifyCookieReuse(context, request, registered, id));
  if (typeof outcome !== 'object') return outcome === 'unconsented' ? 'chosen' : 'offered';
  const granted = { plid, grant: id, facts: { auth_time: outcome.started } };
  const cookies = await renewedDeviceCookies(context, client_id, registered, outcome);
  const { language } = request;
  return redirectWithCode({ ...context, language }, { ...request, client_id }, granted, cookies);
}

const events = {
  granted: 'automatic_login_granted',
  refused: 'automatic_login_refused',
  unconsented: 'automatic_login_refused',
  copied: 'automatic_login_copied',
} as const;

/**
 * Whether a request excludes automatic login. True if it needs a full sign-in, opens the account page, or requires
 * more than an automatic login can return.
 */
export const needsFullSignIn = ({
  application,
  prompt,
  max_age,
  requiresPhone,
  format,
}: RequestedLogin): boolean =>
  prompt === 'select_account' ||
  prompt === 'login' ||
  max_age === 0 ||
  requiresPhone === true ||
  application.client_id === accountClientId ||
  !format.allowsAutomaticLogin(application);

type RequestedLogin = Pick<ReadRequest, 'prompt' | 'max_age' | 'requiresPhone'> & {
  format: Pick<ReadRequest['format'], 'allowsAutomaticLogin'>;
  application: Pick<ReadRequest['application'], 'client_id' | 'openid_automatic'>;
};

/** Whether the user navigated to this page. A frame, an image, or a prefetch must not sign the user in. */
const isUserNavigation = (request: Request): boolean => isTopLevelNavigation(request) && !isPrefetch(request);
