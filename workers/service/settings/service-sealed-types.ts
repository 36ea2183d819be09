import * as v from 'valibot';
import { sealed } from '../../core/crypto/seal.ts';
import { languages } from '../../core/http/language.ts';
import { loginFacts } from '../../core/protocol/login-facts-schema.ts';
import { prompts } from '../../core/protocol/prompts.ts';
import { carrierCodes } from '../../core/protocol/user-record.ts';

/** Encrypted values that leave the service and come back. Each type has its own key, derived for its purpose. */

const optionalText = () => v.exactOptional(v.string());

/** A pushed authorization request (RFC 9126). It is part of a URL, so its property names are short. */
export const pushedRequest = /* @__PURE__ */ sealed('service pushed request', () =>
  v.object({
    /** `client_id` */
    c: v.string(),
    /** Digest of `redirect_uri`, the same as in the code. */
    r: v.string(),
    /** `state`, as sent. */
    s: v.string(),
    /** `code_challenge` */
    q: optionalText(),
    /** `prompt` */
    p: v.exactOptional(v.picklist(prompts)),
    /** `isHybrid` */
    h: v.exactOptional(v.literal(true)),
    /** The language of `ui_locales`. */
    g: v.exactOptional(v.picklist(languages)),
    /** The OpenID Connect parameters `scope`, `nonce`, `max_age`, and `id_token_hint`, and whether `acr_values` requires the phone. */
    o: optionalText(),
    n: optionalText(),
    m: v.exactOptional(v.number()),
    a: v.exactOptional(v.literal(true)),
    t: optionalText(),
    /** `response_mode` is `form_post`. */
    f: v.exactOptional(v.literal(true)),
  }),
);

/** The authorization code (§4.1). */
export const authorizationCode = /* @__PURE__ */ sealed('service authorization code', () =>
  v.object({
    plid: v.string(),
    grant: v.string(),
    /**
     * The key that decrypts the grant's identity (grant-identity.ts). Missing for an automatic login that isn't
     * the first.
     */
    identityKey: optionalText(),
    /** The login facts. Present only if the application is registered for login facts. */
    facts: v.exactOptional(loginFacts()),
    client_id: v.string(),
    /** Base64url-encoded SHA-256 of the request's redirect_uri. */
    redirect_uri_digest: v.string(),
    code_challenge: optionalText(),
  }),
);

/** The access token (§2.3). */
export const accessToken = /* @__PURE__ */ sealed('service access token', () =>
  v.object({
    plid: v.string(),
    grant: v.string(),
    /** As in the code. */
    identityKey: optionalText(),
    client_id: v.string(),
    /** The id of the client secret whose field key encrypts this token's records. */
    secret: v.string(),
  }),
);

/** The user's entries in the sign-in form, in a cookie. */
export const typedForm = /* @__PURE__ */ sealed('service typed form', () =>
  v.object({
    name: v.string(),
    phoneNo: v.string(),
    telcoCd: v.string(),
    /** Whether all later sign-ins offer the entries. */
    remember: v.boolean(),
    /** ID of the sign-in in which the form was sent. */
    flow: v.string(),
    /** When the form was sent, in seconds since 1970. */
    sent: v.optional(v.number()),
    /** Whether pages show the entries only masked. */
    masked: v.optional(v.boolean()),
  }),
);

/** A device with automatic login, in one cookie per application. */
export const device = /* @__PURE__ */ sealed('service device', () =>
  v.object({
    plid: v.string(),
    device: v.string(),
    generation: v.number(),
    /** The user's phone number, to which a notice is sent if a copy of the cookie is used. */
    phoneNo: v.string(),
    /**
     * The carrier codes are listed in this file, because importing user-record.ts would add the table of
     * attributes to each worker.
     */
    telcoCd: v.picklist(carrierCodes),
    mvno: v.exactOptional(v.boolean()),
    /** The application's minimum age at the time when the user was accepted, in whole years. */
    age: v.number(),
  }),
);

/** A session at `/account`, represented by the grant of its sign-in. */
export const accountSession = /* @__PURE__ */ sealed('service account session', () =>
  v.object({ plid: v.string(), grant: v.string() }),
);

/**
 * The link in a notice. It can end only what the notice is about. The link is encoded as a list to keep it short,
 * because phones display it.
 */
export const noticeLink = /* @__PURE__ */ sealed(
  'service notice end',
  () =>
    v.pipe(
      v.object({
        end: v.tuple([
          v.picklist(['new_browser', 'automatic_login', 'consent', 'passkey']),
          v.string(),
          v.string(),
          v.string(),
          v.number(),
          v.nullable(v.string()),
        ]),
      }),
      v.transform(({ end: [kind, plid, client_id, sign_in, at, browser] }) => ({
        kind,
        plid,
        client_id,
        /** The id of the sign-in. The sign-in's grant and automatic login have the same id. */
        sign_in,
        /** Time that identifies a consent, in seconds since 1970. */
        at,
        /** The name of a new browser. */
        browser,
      })),
    ),
  ({ kind, plid, client_id, sign_in, at, browser }) => ({
    end: [kind, plid, client_id, sign_in, at, browser],
  }),
);
export type NoticeLink = Parameters<typeof noticeLink.seal>[1];

/** KV's cursor. It marks where a page of the application list ends. */
export const listCursor = /* @__PURE__ */ sealed('service list cursor', () =>
  v.object({ position: v.string() }),
);

/**
 * The end of a page of affected users. It repeats the request, so that it can't be used to read another
 * application's users.
 */
export const affectedCursor = /* @__PURE__ */ sealed('service affected cursor', () =>
  v.object({
    client_id: v.string(),
    since: v.number(),
    until: v.number(),
    /** The object, the id of the key, and the name of the row after which the next page begins. */
    shard: v.number(),
    key: v.string(),
    after: v.string(),
  }),
);

/** The row of the index of disclosures after which re-encryption continues. */
export const resealCursor = /* @__PURE__ */ sealed('service reseal cursor', () =>
  v.object({
    shard: v.number(),
    application: v.string(),
    name: v.string(),
    /** Whether rows under former keys were found in this object. */
    former: v.boolean(),
  }),
);

/** Pseudonyms of the numbers with which a browser has signed in, latest first, and the name of the browser. */
export const browserKnownNumbers = /* @__PURE__ */ sealed('service known numbers', () =>
  v.object({
    browser: v.string(),
    numbers: v.array(v.string()),
    /** Time of the last sign-in with each number, in seconds since 1970. */
    times: v.array(v.number()),
    /** Time of the first sign-in since which each number is known. Cookies of release 0.1.0 and earlier lack it. */
    firsts: v.exactOptional(v.array(v.number())),
    /** The carrier of the last sign-in. */
    carrier: v.picklist(carrierCodes),
  }),
);

/** The stored field key of a client secret (§2.2), with its bytes in Base64. */
export const fieldKey = /* @__PURE__ */ sealed('service field key', () => v.object({ key: v.string() }));
