import * as v from 'valibot';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { sealed } from '../../core/crypto/seal.ts';
import type { Refusal } from '../../core/protocol/errors.ts';
import { loginFacts } from '../../core/protocol/login-facts-schema.ts';
import { attributes, carrierCodes, citizenships, genders } from '../../core/protocol/user-record.ts';

/**
 * Encrypted values that leave the gateway and come back. Each type of value has its own purpose, and so its own
 * key.
 */

const identity = () =>
  v.object({
    ...v.entriesFromList(attributes, v.exactOptional(v.string())),
    gender: v.exactOptional(v.picklist(genders)),
    foreign: v.exactOptional(v.picklist(citizenships)),
    telcoCd: v.exactOptional(v.picklist(carrierCodes)),
  });
const yesNo = () => v.picklist(['Y', 'N']);

/** A browser's sign-in. Each sign-in is stored in its own cookie. */
export const browserFlow = /* @__PURE__ */ sealed('gateway browser flow', () =>
  v.object({
    state: v.string(),
    /**
     * Secret of the session that the flow ends in. It is created in advance, so that every callback ends in the
     * same session.
     */
    session: v.string(),
    code_verifier: v.string(),
    return_to: v.string(),
    /** Whether a full sign-in was requested because an automatic login wasn't enough. */
    full: v.exactOptional(v.literal(true)),
    /** Whether `return_to` requires a session. If so, a user who cancels isn't returned there. */
    required: v.exactOptional(v.literal(true)),
    /** In seconds since 1970. */
    expires: v.number(),
  }),
);
export type BrowserFlow = Parameters<typeof browserFlow.seal>[1];

/** The KV record of a browser's sign-in. Its encryption key can't be derived without the `state`. */
export const stateNonce = /* @__PURE__ */ sealed('gateway state nonce', () =>
  v.object({
    /** The return path, without its query. */
    return_to: v.string(),
    /** Expiry of the sign-in, in seconds since 1970. */
    expires: v.number(),
  }),
);

/**
 * The sign-in of an app without a back end. The encrypted sign-in is itself the `state`, because there is no
 * cookie.
 */
export const appFlow = /* @__PURE__ */ sealed('gateway app flow', () =>
  v.object({
    session: v.string(),
    code_challenge: v.string(),
    /** The link to which the callback redirects. */
    link: v.exactOptional(v.string()),
    /** Whether a full sign-in is required (app-flow.ts). */
    full: v.exactOptional(v.literal(true)),
    expires: v.number(),
  }),
);
export type AppFlow = Parameters<typeof appFlow.seal>[1];

/** The record of a signed-in user. */
const user = () =>
  v.object({ plid: v.string(), ...identity().entries, autoLoginYn: yesNo(), autoStatusCheck: yesNo() });

/** A session token that a browser or an app presents: the plid and the session secret. */
export const sessionToken = /* @__PURE__ */ sealed('gateway session token', () =>
  v.object({ plid: v.string(), secret: v.string() }),
);

/** Methods of the session worker's entrypoint `Gateway`. */
export interface GatewayEntrypoint {
  session(request: Request): Promise<Session | null>;
}

/** A refusal of the guard, for the error page. */
export interface GuardRefusal {
  refusal: Refusal;
  headers: Record<string, string>;
  requestId: string;
}

/** Methods of the login worker's entrypoint `GuardPages`. */
export interface GuardPagesEntrypoint {
  refuse(request: Request, refused: GuardRefusal): Promise<Response>;
}

/**
 * A relying party's authorization request during the login: a digest of its query, the time at which it started in
 * seconds since 1970, and the cookie of the browser that started it.
 */
export const openIdRequest = /* @__PURE__ */ sealed('gateway openid request', () =>
  v.object({ query: v.string(), since: v.number(), browser: v.string() }),
);

/**
 * The user that an `id_token_hint` identifies. It replaces the id_token in URLs, which must not contain the user's
 * claims.
 */
export const idTokenHintUser = /* @__PURE__ */ sealed('gateway openid hint', () =>
  v.object({ subject: v.string(), audience: v.string() }),
);

/** The name of a login for a relying party. It consists of the user's plid and the login's id within that user. */
const openIdName = () => v.object({ plid: v.string(), id: v.string() });

/** The code of a login for a relying party. The user's User object decides how long the code is valid. */
export const openIdCode = /* @__PURE__ */ sealed('gateway openid code', openIdName);

/** The access token of a login for a relying party. It grants access only to claims. */
export const openIdToken = /* @__PURE__ */ sealed('gateway openid token', openIdName);

/**
 * A session as KV stores it. Its encryption key can be derived only from the session's secret. Times are in
 * seconds since 1970.
 */
export const cachedSession = /* @__PURE__ */ sealed('gateway session', () =>
  v.object({
    user: user(),
    created: v.number(),
    expires: v.number(),
    login: v.exactOptional(loginFacts()),
    cached: v.number(),
  }),
);

/** A user's identity as stored in their User object. */
export const storedIdentity = /* @__PURE__ */ sealed('gateway identity', identity);
