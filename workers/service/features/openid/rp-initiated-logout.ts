import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { type Parameters, readParameters } from '../../../core/protocol/parameters.ts';
import { crossOriginHeader, refuseCrossSite } from '../../../core/protocol/same-origin.ts';
import { callObject, callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { IdTokenHint } from '../../../openid/id-token-hint.ts';
import { logoutQuery, readLogoutRequest } from '../../../openid/logout-request.ts';
import { accountOf } from '../../objects/accounts.ts';
import { accountCookie } from '../../registry/account-client.ts';
import { type Application, findApplication } from '../../registry/applications.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import {
  type Device,
  readDevice,
  readDevices,
  removedDeviceCookies,
} from '../../sign-in/cookies/device-cookie.ts';
import { confirmLogoutPage, logoutPath, noAutomaticLoginPage, repostPage } from './logout-pages.tsx';
import type { OpenIdContext } from './openid-settings.ts';

/**
 * Signs a user out for a relying party (OpenID Connect RP-Initiated Logout 1.0 §2) by ending automatic sign-in in
 * this browser. With the user's id_token, automatic sign-in for that application ends at once. Without an
 * id_token, the user is asked first, because any site could have led the browser here. @throws {ProtocolError} if
 * a check fails. The first check that fails determines the error. In that case, nothing is ended.
 */
export async function logOut(context: OpenIdContext): Promise<Response> {
  const { request, url } = context;
  const parameters = await readParameters(request);
  // Because of SameSite=Lax, a browser sends no cookies with a form from another site.
  if (request.method === 'POST' && crossOriginHeader(request, url)) return repostPage(context, parameters);
  const { party, hint, address } = await readRequest(context, parameters);
  if (hint !== undefined && address !== undefined)
    return redirect(303, address, await endOwnAutomaticLogin(context, hint));
  const devices = await devicesOf(context, party);
  if (devices.length > 0 || (party === undefined && hasAccountSession(context)))
    return confirmLogoutPage(context, logoutQuery(parameters), party);
  return address === undefined ? noAutomaticLoginPage(context) : redirect(303, address);
}

/** Signs the user out after they have pressed the button of {@link confirmLogoutPage}. */
export async function confirmLogOut(context: OpenIdContext): Promise<Response> {
  const { request, url } = context;
  refuseCrossSite(request, url);
  const { party, address } = await readRequest(context, await readParameters(request));
  const cookies =
    party === undefined && hasAccountSession(context) ? [writeCookie(url, accountCookie, '', 0)] : [];
  for (const [client_id, device] of await devicesOf(context, party))
    cookies.push(...(await endAutomaticLogin(context, client_id, device)));
  return redirect(303, address ?? logoutPath, cookies);
}

function readRequest(context: OpenIdContext, parameters: Parameters) {
  const { env } = context;
  return readLogoutRequest<Application>(parameters, {
    readHint: (text) => callWorker('reading an id_token', env.SIGNER.readHint(text, env.BASE_URL)),
    async find(client_id) {
      const application = await findApplication(context, client_id);
      if (!application?.openid) return undefined;
      context.note({ client_id });
      return application;
    },
    addressesOf: (application) => ({
      registered: application.post_logout_redirect_uris,
      callback: application.redirect_uris[0],
    }),
  });
}

/**
 * Returns whether this browser has a session at the service's own pages. Such a session ends by itself after ten
 * minutes.
 */
const hasAccountSession = ({ request }: OpenIdContext): boolean =>
  readCookie(request, accountCookie) !== undefined;

/** Returns the automatic sign-ins of this browser, for one application or for all applications. */
async function devicesOf(
  context: OpenIdContext,
  party: Application | undefined,
): Promise<[client_id: string, Device][]> {
  if (party === undefined) return readDevices(context);
  const device = await readDevice(context, party.client_id);
  return device === undefined ? [] : [[party.client_id, device]];
}

/** Ends this browser's automatic sign-in if it belongs to the user of the id_token. @returns Set-Cookie values. */
async function endOwnAutomaticLogin(
  context: OpenIdContext,
  { subject, audience }: IdTokenHint,
): Promise<string[]> {
  const device = await readDevice(context, audience);
  return device?.plid === subject ? endAutomaticLogin(context, audience, device) : [];
}

/** @returns Set-Cookie values. */
async function endAutomaticLogin(
  context: OpenIdContext,
  client_id: string,
  { plid, device }: Device,
): Promise<string[]> {
  const ending = accountOf(context.env, plid).endAutomaticLogin(client_id, device, context.now);
  if (await callObject('ending an automatic login', ending))
    serviceEvents.record(context, 'automatic_login_ended', { client_id, plid, token: undefined });
  return removedDeviceCookies(context, client_id);
}
