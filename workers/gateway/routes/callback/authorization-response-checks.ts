import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { readSignInName, signInParameter } from '../../../core/protocol/sign-in-header.ts';
import type { CallbackContext } from '../../settings/callback-settings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { UpstreamFailure } from '../../upstream/upstream-failure.ts';

/**
 * Rejects a response from a service other than the one that the user was sent to. Otherwise, an attacker could
 * make the gateway redeem that service's code (RFC 9207). @throws {ProtocolError} `flow_mismatch` if `iss` names
 * another service or a required `iss` is missing.
 */
export function checkIssuer({ env, note }: CallbackContext, parameters: Parameters): void {
  const iss = parameters.optional('iss');
  const isFaulty =
    iss === undefined ? env.ISS_REQUIRED === 'Y' : iss !== (env.EVENT_ISSUER ?? env.SERVICE_URL);
  if (!isFaulty) return;
  note({ issuer: iss === undefined ? 'missing' : 'other' });
  throw new ProtocolError(gatewayRefusals.flow_mismatch);
}

/**
 * Uses the sign-in name from the service's response as the name of this sign-in, in the log and on error pages.
 * The caller has already checked that this browser started the flow, so an attacker can't choose the name.
 */
export function adoptServiceSignInName({ nameSignIn }: CallbackContext, parameters: Parameters): void {
  const name = readSignInName(parameters.optional(signInParameter));
  if (name !== undefined) nameSignIn(name);
}

/**
 * Returns the authorization code from the callback (§4.1). @throws {ProtocolError} `access_denied`,
 * `login_required`, `missing_item`; `upstream_refused` if the service reports any other error.
 */
export function readAuthorizationCode(parameters: Parameters): string {
  const error = parameters.optional('error');
  if (error === undefined) return parameters.required('code');
  if (error === 'access_denied') throw new ProtocolError(refusals.access_denied);
  if (error === 'login_required') throw new ProtocolError(refusals.login_required);
  const message = parameters.optional('message') ?? parameters.optional('error_description') ?? '';
  throw new UpstreamFailure(
    'upstream_refused',
    'the login service redirected the browser back with an error',
    {
      serviceRefusal: { status: 302, error, message },
    },
  );
}
