import * as v from 'valibot';
import {
  type Attribute,
  attributes,
  carrierCodes,
  type Identity,
} from '../../../packages/plid/protocol/user-record.ts';
import { sealed } from '../../core/crypto/seal.ts';
import { languages } from '../../core/http/language.ts';

const optionalText = () => v.exactOptional(v.string());

/** A sign-in as its cookie spells it. */
const spelling = () =>
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
    /** Values in the order of `asked`. An earlier spelling had names beside them. */
    shown: v.exactOptional(
      v.union([v.array(v.string()), v.object(v.entriesFromList(attributes, v.exactOptional(v.string())))]),
    ),
    /** When a code was first given for this sign-in, in seconds since 1970. */
    granted: v.exactOptional(v.number()),
    cancelled: v.exactOptional(v.boolean()),
  });
type Spelling = v.InferOutput<ReturnType<typeof spelling>>;

export type SignIn = Omit<Spelling, 'asked' | 'optional' | 'shown'> & {
  /** The attributes that the application had registered for when the sign-in began: the consent page lists these, and no others are shared. */
  asked: Attribute[];
  /** Those of them that the person may refuse. */
  optional: Attribute[];
  /** The person's own as the consent page shows them, while it is open: masked. */
  shown?: Identity;
};
export type PhoneRequest = NonNullable<SignIn['phone']>;

/** One letter for each field, since its name takes the room of three. */
const letters: Record<string, string> = {
  id: 'i',
  identityKey: 'k',
  client_id: 'c',
  redirect_uri_digest: 'r',
  state: 's',
  code_challenge: 'q',
  isHybrid: 'h',
  asked: 'a',
  optional: 'o',
  automaticLogin: 'l',
  language: 'g',
  expires: 'e',
  phone: 'p',
  phoneNo: 'n',
  requestId: 't',
  match: 'm',
  admission: 'd',
  sent: 'f',
  telcoCd: 'b',
  expired: 'x',
  plid: 'u',
  shown: 'w',
  granted: 'y',
  cancelled: 'z',
};
const names = Object.fromEntries(Object.entries(letters).map(([name, letter]) => [letter, name]));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with other names for its fields, and for those of the objects in it. A name that `others` lacks stays as it is. */
const renamed = (fields: object, others: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      others[name] ?? name,
      isObject(value) ? renamed(value, others) : value,
    ]),
  );

/** A cookie of its own, which holds even the longest `state` beside twenty attributes. */
export const signIn = /* @__PURE__ */ sealed(
  'service sign-in',
  () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((fields) => renamed(fields, names)),
      spelling(),
      v.transform(readSpelling),
    ),
  (value) => renamed(spell(value), letters),
);

function spell({ asked, optional, shown, ...rest }: SignIn): Spelling {
  return {
    ...rest,
    asked: bitsOf(asked),
    ...(optional.length > 0 && { optional: bitsOf(optional) }),
    ...(shown && { shown: namesIn(bitsOf(asked)).map((name) => shown[name] ?? '') }),
  };
}

function readSpelling({ asked, optional = 0, shown, ...rest }: Spelling): SignIn {
  const names = typeof asked === 'number' ? namesIn(asked) : asked;
  return {
    ...rest,
    asked: names,
    optional:
      typeof optional === 'number' ? namesIn(optional) : names.filter((_, place) => optional.includes(place)),
    ...(shown && { shown: Array.isArray(shown) ? named(names, shown) : shown }),
  };
}

const named = (names: readonly Attribute[], values: readonly string[]): Identity =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]).filter(([, value]) => value));

/** A set of attributes as a number: one bit for each place of the list in user-record.ts, which grows only at its end. */
const bitsOf = (names: readonly Attribute[]): number =>
  attributes.reduce((bits, name, place) => (names.includes(name) ? bits + 2 ** place : bits), 0);

const namesIn = (bits: number): Attribute[] =>
  attributes.filter((_, place) => Math.floor(bits / 2 ** place) % 2 === 1);
