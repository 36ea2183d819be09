import * as v from 'valibot';
import { attributes, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { sealed } from '../../core/crypto/seal.ts';
import { languages } from '../../core/http/language.ts';

/** Every value of the service that leaves it and comes back, each under a key of its own purpose. */

const optionalText = () => v.exactOptional(v.string());

/** The authorization code (§4.1). */
export const authorizationCode = /* @__PURE__ */ sealed('service authorization code', () =>
  v.object({
    plid: v.string(),
    grant: v.string(),
    /** Opens the grant's identity (grant-identity.ts); an automatic login that is not the first has none. */
    identityKey: optionalText(),
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

/** A sign-in in progress, in a cookie of its own, which holds even the longest `state`. */
export const signIn = /* @__PURE__ */ sealed('service sign-in', () =>
  v.object({
    id: v.string(),
    /** Seals the identity of this sign-in's grant; goes on into the code. */
    identityKey: v.string(),
    client_id: v.string(),
    /** Of the request's redirect_uri, as in the code. */
    redirect_uri_digest: v.string(),
    /** As it was sent, percent-encoded: the application gets it back byte for byte. */
    state: v.string(),
    code_challenge: optionalText(),
    isHybrid: v.exactOptional(v.boolean()),
    /** The attributes that the application had registered for when the sign-in began: the consent page lists these, and no others are shared. */
    asked: v.array(v.picklist(attributes)),
    /** Those of them that the person may refuse, by their places in `asked`: a cookie has little room. */
    optional: v.exactOptional(v.array(v.number())),
    /**
     * Whether the person has chosen automatic login for this device; absent where the application asks for a full sign-in each
     * time (`prompt`): automatic login is then not offered, renewed or reported.
     */
    automaticLogin: v.exactOptional(v.picklist(['offered', 'chosen'])),
    /** The language that the application asked for, or that the person chose on a page. */
    language: v.exactOptional(v.picklist(languages)),
    /** When the sign-in ends, in seconds since 1970. */
    expires: v.number(),
    /** The request on the phone. */
    phone: v.exactOptional(
      v.object({
        phoneNo: v.string(),
        /** The carrier's name for the request, and the number to match that is shown beside it. */
        requestId: v.string(),
        match: v.string(),
        /** The id of the request in the number's Phone object. */
        admission: v.string(),
        /** When it was sent, in seconds since 1970. */
        sent: v.number(),
        /** The carrier that was asked; absent where release 0.2 has sent the request. */
        telcoCd: v.exactOptional(v.picklist(carrierCodes)),
        /** Whether the person has seen that it expired. */
        expired: v.exactOptional(v.boolean()),
      }),
    ),
    /** The person who approved. */
    plid: optionalText(),
    /** Their attributes as the consent page shows them: masked. */
    shown: v.exactOptional(v.object(v.entriesFromList(attributes, v.exactOptional(v.string())))),
    /** When a code was first given for this sign-in, in seconds since 1970. */
    granted: v.exactOptional(v.number()),
    cancelled: v.exactOptional(v.boolean()),
  }),
);
export type SignIn = Parameters<typeof signIn.seal>[1];
export type PhoneRequest = NonNullable<SignIn['phone']>;

/** What a person typed into the sign-in form, in a cookie of their browser. */
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
  v.object({ plid: v.string(), device: v.string() }),
);

/** A person's session at `/account`: the grant of their sign-in there. */
export const accountSession = /* @__PURE__ */ sealed('service account session', () =>
  v.object({ plid: v.string(), grant: v.string() }),
);

/** KV's cursor: where a page of the list of applications ended. */
export const listCursor = /* @__PURE__ */ sealed('service list cursor', () =>
  v.object({ position: v.string() }),
);

/** The numbers with which a browser has signed in, as pseudonyms, the latest first; and its own name. */
export const previousNumbers = /* @__PURE__ */ sealed('service known numbers', () =>
  v.object({ browser: v.string(), numbers: v.array(v.string()) }),
);

/** The field key of a client secret (§2.2) at rest: Base64 of its bytes. */
export const fieldKey = /* @__PURE__ */ sealed('service field key', () => v.object({ key: v.string() }));
