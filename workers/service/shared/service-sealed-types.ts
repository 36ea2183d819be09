import * as v from 'valibot';
import { carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { sealed } from '../../core/crypto/seal.ts';
import { languages } from '../../core/http/language.ts';
import { loginFacts } from '../../core/protocol/login-facts-schema.ts';
import { prompts } from '../../core/protocol/prompts.ts';

/** Every value of the service that leaves it and comes back, each under a key of its own purpose. */

const optionalText = () => v.exactOptional(v.string());

/** A pushed authorization request (RFC 9126), which stands in an address: the names of its fields are as short as they can be. */
export const pushedRequest = /* @__PURE__ */ sealed('service pushed request', () =>
  v.object({
    /** `client_id` */
    c: v.string(),
    /** Of `redirect_uri`, as in the code. */
    r: v.string(),
    /** `state`, as it was sent. */
    s: v.string(),
    /** `code_challenge` */
    q: optionalText(),
    /** `prompt` */
    p: v.exactOptional(v.picklist(prompts)),
    /** `isHybrid` */
    h: v.exactOptional(v.literal(true)),
    /** The language of `ui_locales`. */
    g: v.exactOptional(v.picklist(languages)),
    /** `scope`, `nonce`, `max_age` and `id_token_hint` of OpenID Connect. */
    o: optionalText(),
    n: optionalText(),
    m: v.exactOptional(v.number()),
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
    /** Opens the grant's identity (grant-identity.ts); an automatic login that is not the first has none. */
    identityKey: optionalText(),
    /** For an application that is registered to hear them. */
    facts: v.exactOptional(loginFacts()),
    client_id: v.string(),
    /** Base64url of the SHA-256 of the request's redirect_uri. */
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

/** The entries of a person in the sign-in form, in a cookie of their browser. */
export const typedForm = /* @__PURE__ */ sealed('service typed form', () =>
  v.object({
    name: v.string(),
    phoneNo: v.string(),
    telcoCd: v.string(),
    /** Whether later sign-ins are to begin with it, too, and not only the one named here. */
    remember: v.boolean(),
    flow: v.string(),
  }),
);

/** A device that logs in automatically, in a cookie per application. */
export const device = /* @__PURE__ */ sealed('service device', () =>
  v.object({
    plid: v.string(),
    device: v.string(),
    /** Absent from one of release 0.2, which has none, and no number. */
    generation: v.exactOptional(v.number()),
    /** The person's phone, so that they can be told of a copy. */
    phoneNo: optionalText(),
    /** Spelled out: the list of user-record.ts would bring the table of attributes into each worker. */
    telcoCd: v.exactOptional(v.picklist(carrierCodes)),
    mvno: v.exactOptional(v.boolean()),
    /** The age that the application asked for when the person was let in, in whole years; absent from one of before: the usual age. */
    age: v.exactOptional(v.number()),
  }),
);

/** A person's session at `/account`: the grant of their sign-in there. */
export const accountSession = /* @__PURE__ */ sealed('service account session', () =>
  v.object({ plid: v.string(), grant: v.string() }),
);

/** The address in a notice to a person: it ends what they are told of, and gives nothing. It is spelled as a list, since phones show it in pages and messages. */
export const noticeLink = /* @__PURE__ */ sealed(
  'service notice end',
  () =>
    v.pipe(
      v.object({
        end: v.tuple([
          v.picklist(['new_browser', 'automatic_login', 'consent']),
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
        /** The id of the sign-in: of its grant, and of the device that it has made log in automatically. */
        sign_in,
        /** When it was, in seconds since 1970: a consent is known by its time. */
        at,
        /** The own name of a new browser. */
        browser,
      })),
    ),
  ({ kind, plid, client_id, sign_in, at, browser }) => ({
    end: [kind, plid, client_id, sign_in, at, browser],
  }),
);
export type NoticeLink = Parameters<typeof noticeLink.seal>[1];

/** KV's cursor: where a page of the list of applications ended. */
export const listCursor = /* @__PURE__ */ sealed('service list cursor', () =>
  v.object({ position: v.string() }),
);

/** The numbers with which a browser has signed in, as pseudonyms, the latest first; and its own name. */
export const previousNumbers = /* @__PURE__ */ sealed('service known numbers', () =>
  v.object({
    browser: v.string(),
    numbers: v.array(v.string()),
    /** When it last signed in with each, in seconds since 1970. A worker of the release before does not say. */
    times: v.exactOptional(v.array(v.number())),
  }),
);

/** The field key of a client secret (§2.2) at rest: Base64 of its bytes. */
export const fieldKey = /* @__PURE__ */ sealed('service field key', () => v.object({ key: v.string() }));
