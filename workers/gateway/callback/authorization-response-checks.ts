import { readSignInName, signInParameter } from '../../../packages/plid/protocol/sign-in-name.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Parameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { UpstreamFailure } from '../upstream/upstream-failure.ts';
import type { CallbackContext } from './callback-settings.ts';

/**
 * Refuses the answer of another service than the one that the person was sent to, whose code somebody would have us redeem (RFC 9207).
 * @throws {ProtocolError} `flow_mismatch`, also where it does not say whose it is and has to.
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
 * Names the sign-in as the service does beside an error. Only a flow of this browser gets so far: nobody else chooses a word for its
 * page and for the log.
 */
export function nameSentSignIn({ nameSignIn }: CallbackContext, parameters: Parameters): void {
  const name = readSignInName(parameters.optional(signInParameter));
  if (name !== undefined) nameSignIn(name);
}

/**
 * The code that the service sent a person back with (§4.1).
 * @throws {ProtocolError} `access_denied`, `login_required`; `upstream_refused` where it sent another error; `missing_item`.
 */
export function readCode(parameters: Parameters): string {
  const error = parameters.optional('error');
  if (error === undefined) return parameters.required('code');
  if (error === 'access_denied') throw new ProtocolError(refusals.access_denied);
  if (error === 'login_required') throw new ProtocolError(refusals.login_required);
  const message = parameters.optional('message') ?? parameters.optional('error_description') ?? '';
  throw new UpstreamFailure('upstream_refused', 'sent back with an error', {
    serviceRefusal: { status: 302, error, message },
  });
}
