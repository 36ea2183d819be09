import * as v from 'valibot';
import { carrierCodes } from '../core/carrier.ts';
import { sealed } from '../core/seal.ts';

/** Every value of the service that leaves it and comes back, each under a key of its own purpose. */

const optionalText = v.exactOptional(v.string());

/** The authorization code (§4.1). */
export const authorizationCode = sealed(
  'service authorization code',
  v.object({
    plid: v.string(),
    grant: v.string(),
    client_id: v.string(),
    /** Base64url of the SHA-256 of the request's redirect_uri. */
    redirect_uri_digest: v.string(),
    code_challenge: optionalText,
  }),
);

/** The access token (§2.3). */
export const accessToken = sealed(
  'service access token',
  v.object({
    plid: v.string(),
    grant: v.string(),
    client_id: v.string(),
    /** The id of the client secret whose field key encrypts this token's records. */
    secret: v.string(),
  }),
);

/** A sign-in in progress, in a cookie of its own. */
export const signIn = sealed(
  'service sign-in',
  v.object({
    id: v.string(),
    client_id: v.string(),
    redirect_uri: v.string(),
    /** As it stood in the query string, percent-encoded: so it goes back byte for byte. */
    state: v.string(),
    code_challenge: optionalText,
    isHybrid: v.exactOptional(v.boolean()),
    /** When the sign-in ends, in seconds since 1970. */
    expires: v.number(),
    phoneNo: optionalText,
    telcoCd: v.exactOptional(v.picklist(carrierCodes)),
    /** The carrier's request, and the number to match that is shown beside it. */
    requestId: optionalText,
    match: optionalText,
  }),
);
export type SignIn = Parameters<typeof signIn.seal>[1];

/** A device that logs in automatically, in a cookie per application. */
export const device = sealed('service device', v.object({ plid: v.string(), device: v.string() }));

/** The field key of a client secret (§2.2) at rest: Base64 of its bytes. */
export const fieldKey = sealed('service field key', v.object({ key: v.string() }));
