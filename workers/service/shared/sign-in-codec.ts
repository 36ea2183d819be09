import * as v from 'valibot';
import { entries, shownParts, startWays } from '../../../packages/plid/carrier/port.ts';
import { type Attribute, attributes, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { languages } from '../../core/http/language.ts';
import { scopes } from '../../core/openid/scopes.ts';
import { shortKeyCodec, shortKeys } from './short-keys.ts';

const optionalText = () => v.exactOptional(v.string());

/** A sign-in as its cookie spells it. */
export const signInSchema = () =>
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
    /** Of a request of OpenID Connect: bits, in the order of {@link scopes}. */
    scope: v.exactOptional(v.number()),
    nonce: optionalText(),
    /** The answer is posted in a form. A digit, since the cookie has no room for a word. */
    formPost: v.exactOptional(v.literal(1)),
    /** The one person who may log in, until they have approved. */
    hinted: optionalText(),
    isHybrid: v.exactOptional(v.boolean()),
    /** Bits, as {@link bitsOf} has them. Release 0.2 wrote names. */
    asked: v.union([v.number(), v.array(v.picklist(attributes))]),
    /** Bits as well. An earlier spelling was places in `asked`. */
    optional: v.exactOptional(v.union([v.number(), v.array(v.number())])),
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
        /** Whether the number knows this browser; absent where a worker of the release before has asked. */
        known: v.exactOptional(v.boolean()),
        /** When it was sent, in seconds since 1970. */
        sent: v.number(),
        /** The carrier that was asked; absent where release 0.2 has sent the request. */
        telcoCd: v.exactOptional(v.picklist(carrierCodes)),
        mvno: v.exactOptional(v.boolean()),
        /** Absent where the digits are chosen among others. */
        entry: v.exactOptional(v.picklist(entries)),
        /** Whether the carrier calls as soon as the phone has answered. */
        calls: v.exactOptional(v.boolean()),
        /** The parts of the request that the phone shows: bits, in the order of {@link shownParts}. */
        shown: v.exactOptional(v.number()),
        /** Whether the question said that automatic login hangs on the tap; absent where a worker of the release before has asked. */
        automatic: v.exactOptional(v.boolean()),
        /** Whether a copy of a cookie of the number's owner had been noticed when it was sent. */
        reused: v.exactOptional(v.literal(true)),
        /** Opens the app for this request, on the platform of this browser. */
        open: optionalText(),
        /** The address of the app's store page, likewise. */
        install: optionalText(),
        /** Whether the person has seen that it expired. */
        expired: v.exactOptional(v.boolean()),
        /** Whether it takes the place of one for which they chose a wrong number. */
        slipped: v.exactOptional(v.boolean()),
      }),
    ),
    /** The number that has no app to ask, in place of `phone`; and the address that installs one, on the platform of this browser. */
    unregistered: v.exactOptional(
      v.object({ phoneNo: v.string(), telcoCd: v.picklist(carrierCodes), install: optionalText() }),
    ),
    /** The request that the person begins in the carrier's app, in place of `phone`: the carrier says whose it is once they have approved. */
    start: v.exactOptional(
      v.object({
        /** The service's name for the question; the secret of its way back is made from it. */
        id: v.string(),
        telcoCd: v.picklist(carrierCodes),
        way: v.picklist(startWays),
        requestId: v.string(),
        sent: v.number(),
        calls: v.exactOptional(v.boolean()),
        shown: v.exactOptional(v.number()),
        automatic: v.boolean(),
        open: optionalText(),
        /** The secret of the code, and the digits that do the same. */
        code: optionalText(),
        digits: optionalText(),
        /** Whether the app has led this browser back. */
        returned: v.exactOptional(v.boolean()),
        expired: v.exactOptional(v.boolean()),
      }),
    ),
    /** How often a request was sent again: by the button, or by the page without an app once the person came back to it. */
    again: v.exactOptional(v.number()),
    /** The question that no carrier has answered: sent again it has the same id and the same digits, so that it asks the phone once. */
    attempt: v.exactOptional(v.object({ id: v.string(), match: v.string() })),
    /** The person who approved. */
    plid: optionalText(),
    /** When and how they did, and what the risk decision was: in one place, so that it is made once. */
    facts: v.exactOptional(v.array(v.number())),
    /** Values in the order of `asked`. An earlier spelling had names beside them. */
    shown: v.exactOptional(
      v.union([v.array(v.string()), v.object(v.entriesFromList(attributes, v.exactOptional(v.string())))]),
    ),
    /** When a code was first given for this sign-in, in seconds since 1970. */
    granted: v.exactOptional(v.number()),
    /** How old the person is who has approved, in whole years, as far as their carrier tells. */
    age: v.exactOptional(v.number()),
    cancelled: v.exactOptional(v.boolean()),
    /** For a person who is younger than the application takes: it has ended, or goes on where the application obtains a guardian's consent. */
    minor: v.exactOptional(v.picklist(['refused', 'guarded'])),
  });
export type EncodedSignIn = v.InferOutput<ReturnType<typeof signInSchema>>;

/** The names of all fields, those of its objects as well. */
type NamesIn<Fields> = Fields extends readonly unknown[]
  ? never
  : Fields extends object
    ? { [Name in keyof Fields]-?: Name | NamesIn<Fields[Name]> }[keyof Fields]
    : never;

/** A field without a letter does not compile. Release 0.2 wrote attributes by their names, and has none for them. */
export const { toLetters, fromLetters } = /* @__PURE__ */ shortKeyCodec(
  shortKeys satisfies Record<Exclude<NamesIn<EncodedSignIn>, Attribute>, string>,
);
