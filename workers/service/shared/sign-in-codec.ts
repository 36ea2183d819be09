import * as v from 'valibot';
import { entries, shownParts, startWays } from '../../../packages/plid/carrier/port.ts';
import { type Attribute, attributes, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { languages } from '../../core/http/language.ts';
import { scopes } from '../../core/openid/scopes.ts';
import { shortKeyCodec, shortKeys } from './short-keys.ts';

const optionalText = () => v.exactOptional(v.string());

/** The sign-in as encoded in its cookie. */
export const signInSchema = () =>
  v.object({
    id: v.string(),
    /** Encrypts the identity of this sign-in's grant. The code contains it later. */
    identityKey: v.string(),
    client_id: v.string(),
    /** Digest of the request's redirect_uri, as in the code. */
    redirect_uri_digest: v.string(),
    /** Percent-encoded as sent, because the application must get it back byte for byte. */
    state: v.string(),
    code_challenge: optionalText(),
    /** Scopes of an OpenID Connect request: bits in the order of {@link scopes}. */
    scope: v.exactOptional(v.number()),
    nonce: optionalText(),
    /** The response is posted in a form. A digit, because the cookie's space is limited. */
    formPost: v.exactOptional(v.literal(1)),
    /** The only user who may sign in, until the approval. */
    hinted: optionalText(),
    isHybrid: v.exactOptional(v.boolean()),
    /** Bits made by {@link bitsOf}. Release 0.2 wrote names. */
    asked: v.union([v.number(), v.array(v.picklist(attributes))]),
    /** Bits too. An earlier encoding had indexes into `asked`. */
    optional: v.exactOptional(v.union([v.number(), v.array(v.number())])),
    /**
     * Whether the user has chosen automatic login for this device. Missing if the application requests a full
     * sign-in (`prompt`): automatic login is then not offered, renewed, or reported.
     */
    automaticLogin: v.exactOptional(v.picklist(['offered', 'chosen'])),
    /** The language that the application requested or the user chose on a page. */
    language: v.exactOptional(v.picklist(languages)),
    /** When the sign-in ends, in seconds since 1970. */
    expires: v.number(),
    /** The request on the phone. */
    phone: v.exactOptional(
      v.object({
        phoneNo: v.string(),
        /** The carrier's id of the request, and the number to match that the page displays. */
        requestId: v.string(),
        match: v.string(),
        /** The id of the request in the number's Phone object. */
        admission: v.string(),
        /** Whether the number knows this browser; missing if a worker of the previous release sent the request. */
        known: v.exactOptional(v.boolean()),
        /** When it was sent, in seconds since 1970. */
        sent: v.number(),
        /** The carrier; missing if release 0.2 sent the request. */
        telcoCd: v.exactOptional(v.picklist(carrierCodes)),
        mvno: v.exactOptional(v.boolean()),
        /** Missing if the user chooses the number among others. */
        entry: v.exactOptional(v.picklist(entries)),
        /** Whether the carrier calls back as soon as the phone has answered. */
        calls: v.exactOptional(v.boolean()),
        /** The parts of the request that the phone displays: bits in the order of {@link shownParts}. */
        shown: v.exactOptional(v.number()),
        /**
         * Whether the request stated that approving turns on automatic login; missing if a worker of the previous
         * release sent it.
         */
        automatic: v.exactOptional(v.boolean()),
        /** Whether a copy of a cookie of the number's owner had been used before it was sent. */
        reused: v.exactOptional(v.literal(true)),
        /** Link that opens the app for this request, on this browser's platform. */
        open: optionalText(),
        /** Link to the app's store page, on this browser's platform. */
        install: optionalText(),
        /** Whether the user has seen that it expired. */
        expired: v.exactOptional(v.boolean()),
        /** Whether it follows a request for which the user chose a wrong number. */
        mismatched: v.exactOptional(v.boolean()),
      }),
    ),
    /** The number without an app, instead of `phone`; and the link that installs one on this browser's platform. */
    unregistered: v.exactOptional(
      v.object({ phoneNo: v.string(), telcoCd: v.picklist(carrierCodes), install: optionalText() }),
    ),
    /** The app-initiated request, instead of `phone`: the carrier reports whose it is after the approval. */
    start: v.exactOptional(
      v.object({
        /** The service's id of the request. The secret in the app's return link is derived from it. */
        id: v.string(),
        telcoCd: v.picklist(carrierCodes),
        way: v.picklist(startWays),
        requestId: v.string(),
        sent: v.number(),
        calls: v.exactOptional(v.boolean()),
        shown: v.exactOptional(v.number()),
        automatic: v.boolean(),
        open: optionalText(),
        /** The secret of the QR code, and the digits that have the same effect. */
        code: optionalText(),
        digits: optionalText(),
        /** Whether the app has returned to this browser. */
        returned: v.exactOptional(v.boolean()),
        expired: v.exactOptional(v.boolean()),
      }),
    ),
    /**
     * How often a request was sent again: with the button, or automatically when the user returned to the page
     * without an app.
     */
    again: v.exactOptional(v.number()),
    /**
     * The request that the carrier hasn't answered. Sent again, it has the same id and number, so that the phone
     * shows it once.
     */
    attempt: v.exactOptional(v.object({ id: v.string(), match: v.string() })),
    /** The user who approved. */
    plid: optionalText(),
    /** Time and method of the approval, and the risk decision, which is made only once. */
    facts: v.exactOptional(v.array(v.number())),
    /** Values in the order of `asked`. An earlier encoding contained names. */
    shown: v.exactOptional(
      v.union([v.array(v.string()), v.object(v.entriesFromList(attributes, v.exactOptional(v.string())))]),
    ),
    /** When a code was first issued for this sign-in, in seconds since 1970. */
    granted: v.exactOptional(v.number()),
    /** Age of the user who approved, in whole years, if the carrier reports it. */
    age: v.exactOptional(v.number()),
    cancelled: v.exactOptional(v.boolean()),
    /**
     * For a user below the application's minimum age: the sign-in has ended, or continues if the application
     * obtains a guardian's consent.
     */
    minor: v.exactOptional(v.picklist(['refused', 'guarded'])),
  });
export type EncodedSignIn = v.InferOutput<ReturnType<typeof signInSchema>>;

/** The names of all fields, recursively. */
type NamesIn<Fields> = Fields extends readonly unknown[]
  ? never
  : Fields extends object
    ? { [Name in keyof Fields]-?: Name | NamesIn<Fields[Name]> }[keyof Fields]
    : never;

/** A field without a letter doesn't compile. Release 0.2 wrote attributes by name, so they need no letter. */
export const { toLetters, fromLetters } = /* @__PURE__ */ shortKeyCodec(
  shortKeys satisfies Record<Exclude<NamesIn<EncodedSignIn>, Attribute>, string>,
);
