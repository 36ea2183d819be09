import * as v from 'valibot';
import { entries, shownParts, startWays } from '../../../core/carrier/port.ts';
import { languages } from '../../../core/http/language.ts';
import { carrierCodes } from '../../../core/protocol/user-record.ts';
import { scopes } from '../../../openid/scopes.ts';
import { shortKeyCodec, shortKeys } from './short-keys.ts';

const optionalText = () => v.exactOptional(v.string());

/** A sign-in in the form in which its cookie encodes it. */
export const signInSchema = () =>
  v.object({
    id: v.string(),
    /** The key that encrypts the identity of this sign-in's grant. The code contains the key later. */
    identityKey: v.string(),
    client_id: v.string(),
    /** Digest of the request's redirect_uri, the same as in the code. */
    redirect_uri_digest: v.string(),
    /** The `state` in its original percent-encoding, because the application must get it back byte for byte. */
    state: v.string(),
    code_challenge: optionalText(),
    /** Scopes of an OpenID Connect request, as bits in the order of {@link scopes}. */
    scope: v.exactOptional(v.number()),
    nonce: optionalText(),
    /**
     * Present if the response is posted in a form. The value is a digit, because space in the cookie is limited.
     */
    formPost: v.exactOptional(v.literal(1)),
    /** The user that the request's hint identifies. No other user may sign in. Present until the approval. */
    hinted: optionalText(),
    isHybrid: v.exactOptional(v.boolean()),
    /** Maximum age of the last full sign-in that the request accepts, in seconds. */
    max_age: v.exactOptional(v.number()),
    /** The requested attributes, as bits in the order of `attributes` (user-record.ts). */
    asked: v.number(),
    /** The optional attributes, as bits in the same order. */
    optional: v.exactOptional(v.number()),
    /**
     * Whether the user has chosen automatic login for this device. Missing if the application requests a full
     * sign-in (`prompt`). In this case, automatic login isn't offered, renewed, or reported.
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
        /** The carrier's id for the request. The number to match, which the page displays, is in `match`. */
        requestId: v.string(),
        match: v.string(),
        /** The id of the request in the phone number's object. */
        admission: v.string(),
        /** Whether this browser is known for the number. Missing in an app-initiated sign-in. */
        known: v.exactOptional(v.boolean()),
        /** When the request was sent, in seconds since 1970. */
        sent: v.number(),
        telcoCd: v.picklist(carrierCodes),
        mvno: v.exactOptional(v.boolean()),
        /** How the user enters the number on the phone. Missing if the user chooses it from several numbers. */
        entry: v.exactOptional(v.picklist(entries)),
        /** Whether the carrier calls back as soon as the phone has answered. */
        calls: v.exactOptional(v.boolean()),
        /** The parts of the request that the phone displays, as bits in the order of {@link shownParts}. */
        shown: v.exactOptional(v.number()),
        /** Whether the request stated that approving it turns on automatic login. */
        automatic: v.boolean(),
        /** Whether a copied cookie of the number's owner had been used before the request was sent. */
        reused: v.exactOptional(v.literal(true)),
        /** Link that opens the app for this request, on this browser's platform. */
        open: optionalText(),
        /** Link to the app's page in the store of this browser's platform. */
        install: optionalText(),
        /** Whether the user has seen that the request expired. */
        expired: v.exactOptional(v.boolean()),
        /** Whether this request was sent because the user chose a wrong number for the previous request. */
        mismatched: v.exactOptional(v.boolean()),
      }),
    ),
    /**
     * A phone number that has no app, and the link that installs an app on this browser's platform. Present
     * instead of `phone`.
     */
    unregistered: v.exactOptional(
      v.object({ phoneNo: v.string(), telcoCd: v.picklist(carrierCodes), install: optionalText() }),
    ),
    /**
     * The app-initiated request. Present instead of `phone`. After the approval, the carrier reports who approved.
     */
    start: v.exactOptional(
      v.object({
        /** The service's id for the request. The secret in the app's return link is derived from it. */
        id: v.string(),
        telcoCd: v.picklist(carrierCodes),
        way: v.picklist(startWays),
        requestId: v.string(),
        sent: v.number(),
        calls: v.exactOptional(v.boolean()),
        shown: v.exactOptional(v.number()),
        automatic: v.boolean(),
        open: optionalText(),
        /** The secret of the QR code. Typing the `digits` has the same effect as scanning the code. */
        code: optionalText(),
        digits: optionalText(),
        /** Whether the app has returned to this browser. */
        returned: v.exactOptional(v.boolean()),
        expired: v.exactOptional(v.boolean()),
      }),
    ),
    /** The store reviewer whose number was entered. Present instead of `phone`. */
    review: v.exactOptional(
      v.object({ id: v.string(), phoneNo: v.string(), telcoCd: v.picklist(carrierCodes) }),
    ),
    /**
     * Number of times that a request was sent again. The user resends a request with the button. A request is also
     * resent automatically if the user of a phone without an app returns to the page.
     */
    again: v.exactOptional(v.number()),
    /**
     * A request that got no response from the carrier. If the request is sent again, it keeps its id and number,
     * so that the phone shows it only once.
     */
    attempt: v.exactOptional(v.object({ id: v.string(), match: v.string() })),
    /** The user who approved. */
    plid: optionalText(),
    /** Time and method of the approval, and the risk decision. The decision is made only once. */
    facts: v.exactOptional(v.array(v.number())),
    /** The user's values for the consent page, in the order of `asked`. */
    shown: v.exactOptional(v.array(v.string())),
    /** When a code was first issued for this sign-in, in seconds since 1970. */
    granted: v.exactOptional(v.number()),
    /** Name of the page that the browser shows before the code. */
    page: optionalText(),
    /** Present if a passkey approved the sign-in. */
    passkey: v.exactOptional(v.literal(1)),
    /** Age of the user who approved, in whole years. Missing if the carrier doesn't report it. */
    age: v.exactOptional(v.number()),
    cancelled: v.exactOptional(v.boolean()),
    /**
     * Present if the user is below the application's minimum age. `refused` means that the sign-in has ended.
     * `guarded` means that the sign-in continues, because the application obtains a guardian's consent.
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

/** Codec for the field names of a sign-in. A field without a letter causes a compilation error. */
export const { toLetters, fromLetters } = /* @__PURE__ */ shortKeyCodec(
  shortKeys satisfies Record<NamesIn<EncodedSignIn>, string>,
);
