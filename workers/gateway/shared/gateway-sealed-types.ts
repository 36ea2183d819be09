import * as v from 'valibot';
import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import { attributes, type UserRecord } from '../../../packages/plid/protocol/user-record.ts';
import { sealed } from '../../core/crypto/seal.ts';
import type { Refusal } from '../../core/protocol/errors.ts';
import { loginFacts } from '../../core/protocol/login-facts-schema.ts';

/** Every value of the gateway that leaves it and comes back, each under a key of its own purpose. */

const identity = () => v.object(v.entriesFromList(attributes, v.exactOptional(v.string())));
const yesNo = () => v.picklist(['Y', 'N']);

/** A sign-in of a browser, in a cookie of its own. */
export const browserFlow = /* @__PURE__ */ sealed('gateway browser flow', () =>
  v.object({
    state: v.string(),
    /** The secret of the session that it ends in: made beforehand, so that every callback of the flow ends in the same one. */
    session: v.string(),
    code_verifier: v.string(),
    return_to: v.string(),
    /** The service was asked for a full sign-in, since an automatic login was not enough. */
    full: v.exactOptional(v.literal(true)),
    /** `return_to` needs somebody who is signed in: who cancels is not led back there. */
    required: v.exactOptional(v.literal(true)),
    /** In seconds since 1970. */
    expires: v.number(),
  }),
);
export type BrowserFlow = Parameters<typeof browserFlow.seal>[1];

/** The record that KV keeps of a browser's sign-in, under a key that needs its `state`. */
export const stateNonce = /* @__PURE__ */ sealed('gateway state nonce', () =>
  v.object({
    /** The path to which it leads back, without its query. */
    return_to: v.string(),
    /** Of the sign-in; in seconds since 1970. */
    expires: v.number(),
  }),
);

/** A sign-in of an application without a server: its `state` itself, since there is no cookie. */
export const appFlow = /* @__PURE__ */ sealed('gateway app flow', () =>
  v.object({
    session: v.string(),
    code_challenge: v.string(),
    /** The address to which the callback hands over. */
    link: v.exactOptional(v.string()),
    /** Only a full sign-in will do; a flow of release 0.2 does not say (app-flow.ts). */
    full: v.exactOptional(v.literal(true)),
    expires: v.number(),
  }),
);
export type AppFlow = Parameters<typeof appFlow.seal>[1];

/** The record of a signed-in user. */
const user = () =>
  v.object({ plid: v.string(), ...identity().entries, autoLoginYn: yesNo(), autoStatusCheck: yesNo() });

/** A session as a browser or an app presents it: its user, and its secret. */
export const sessionToken = /* @__PURE__ */ sealed('gateway session token', () =>
  v.object({ plid: v.string(), secret: v.string() }),
);

/** A live session, as the application sees it. Times in seconds since 1970. */
export interface Session {
  /** Empty attributes are left out. */
  user: UserRecord;
  created: number;
  expires: number;
  /** Present if the application is registered for it (`login_facts`). */
  login?: LoginFacts;
  /** Storage fails, and this is the last copy: the session may have ended since. */
  stale?: true;
}

/** The calls that the entrypoint `Gateway` of the session worker offers. */
export interface GatewayEntrypoint {
  session(request: Request): Promise<Session | null>;
}

/** A refusal of the guard's, for the page that a person reads. */
export interface GuardRefusal {
  refusal: Refusal;
  headers: Record<string, string>;
  requestId: string;
}

/** The calls that the entrypoint `GuardPages` of the login worker offers. */
export interface GuardPagesEntrypoint {
  refuse(request: Request, refused: GuardRefusal): Promise<Response>;
}

/**
 * A relying party's authorization request on its way through the login: a digest of its query, the time at which it started in seconds
 * since 1970, and the cookie of the browser that started it.
 */
export const openIdRequest = /* @__PURE__ */ sealed('gateway openid request', () =>
  v.object({ query: v.string(), since: v.number(), browser: v.string() }),
);

/** The user that an `id_token_hint` names. It replaces the id_token in addresses, which must not contain the user's claims. */
export const openIdHint = /* @__PURE__ */ sealed('gateway openid hint', () =>
  v.object({ subject: v.string(), audience: v.string() }),
);

/** The name of a login at a relying party: its user, and its id there. */
const openIdName = () => v.object({ plid: v.string(), id: v.string() });

/** The code of a login at a relying party: how long it works, its User object says. */
export const openIdCode = /* @__PURE__ */ sealed('gateway openid code', openIdName);

/** The access token of a login at a relying party, for its claims alone. */
export const openIdToken = /* @__PURE__ */ sealed('gateway openid token', openIdName);

/** A session as KV holds it, under a key that only its secret yields. Times in seconds since 1970. */
export const cachedSession = /* @__PURE__ */ sealed('gateway session', () =>
  v.object({
    user: user(),
    created: v.number(),
    expires: v.number(),
    login: v.exactOptional(loginFacts()),
    cached: v.number(),
  }),
);

/** A user's identity, as their User object keeps it. */
export const storedIdentity = /* @__PURE__ */ sealed('gateway identity', identity);
