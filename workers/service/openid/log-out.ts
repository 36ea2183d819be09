import { redirect } from '../../core/http/redirect.ts';
import type { IdTokenHint } from '../../core/openid/id-token-hint.ts';
import { clientOfLogout, readSentHint } from '../../core/openid/logout-request.ts';
import { answerAddress } from '../../core/protocol/authorization-answer.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { type Parameters, readParameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject, callWorker } from '../../core/storage/outages.ts';
import { accountOf } from '../shared/accounts.ts';
import { type Application, findApplication } from '../shared/applications.ts';
import { dropDevice, readDevice } from '../shared/device-cookie.ts';
import { serviceEvents } from '../shared/service-events.ts';
import type { OpenIdContext } from './openid-settings.ts';

/**
 * A relying party logs its user out (OpenID Connect RP-Initiated Logout 1.0 §2): ends the automatic login of this browser there, and nothing else, since
 * the service keeps no session. Without an id_token of the person who logs in automatically nothing ends: anybody could have led the browser here.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here; nothing has ended then.
 */
export async function logOut(context: OpenIdContext): Promise<Response> {
  const { request, env } = context;
  const parameters = await readParameters(request);
  const hint = await readSentHint(parameters, (sent) =>
    callWorker('reading an id_token', env.SIGNER.readHint(sent, env.BASE_URL)),
  );
  const application = await readRelyingParty(context, parameters, hint);
  const address = readAddress(application, parameters);
  const state = parameters.asSent('state');
  const cookies = hint === undefined ? [] : await endAutomaticLogin(context, hint);
  return redirect(303, answerAddress(address, {}, state), cookies);
}

async function readRelyingParty(
  context: OpenIdContext,
  parameters: Parameters,
  hint: IdTokenHint | undefined,
): Promise<Application> {
  const client_id = clientOfLogout(parameters, hint);
  context.note({ client_id });
  const application = await findApplication(context, client_id);
  if (!application?.openid) throw new ProtocolError(refusals.unknown_client);
  return application;
}

/** One of the registered addresses, as it is sent; else the first page of the application. */
function readAddress({ redirect_uris }: Application, parameters: Parameters): string {
  const address = parameters.optional('post_logout_redirect_uri');
  if (address === undefined) return new URL('/', redirect_uris[0]).href;
  if (!redirect_uris.includes(address))
    throw new ProtocolError(refusals.unregistered_redirect, { value: address });
  return address;
}

/** @returns Set-Cookie values. */
async function endAutomaticLogin(
  context: OpenIdContext,
  { subject, audience }: IdTokenHint,
): Promise<string[]> {
  const registered = await readDevice(context, audience);
  if (registered?.plid !== subject) return [];
  const { plid, device } = registered;
  const ending = accountOf(context.env, plid).endAutomaticLogin(audience, device, context.now);
  if (await callObject('ending an automatic login', ending))
    serviceEvents.record(context, 'automatic_login_ended', { client_id: audience, plid, token: undefined });
  return dropDevice(context, audience);
}
