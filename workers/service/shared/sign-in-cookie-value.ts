import * as v from 'valibot';
import { type ShownPart, shownParts } from '../../../packages/plid/carrier/port.ts';
import { type Attribute, attributes, type Identity } from '../../../packages/plid/protocol/user-record.ts';
import { sealed } from '../../core/crypto/seal.ts';
import { scopes } from '../../core/openid/scopes.ts';
import { type EncodedSignIn, fromLetters, signInSchema, toLetters } from './sign-in-codec.ts';
import { decodeFacts, encodeFacts, type SignInFacts } from './sign-in-facts.ts';

/** The request on the phone. */
export type PhoneRequest = Omit<NonNullable<EncodedSignIn['phone']>, 'shown'> & { shown?: ShownPart[] };
/** The app-initiated request. */
export type StartedRequest = Omit<NonNullable<EncodedSignIn['start']>, 'shown'> & { shown?: ShownPart[] };
/** A request at a carrier, either a request to a phone or an app-initiated request. */
export type CarrierRequest = Pick<PhoneRequest, 'requestId' | 'sent' | 'telcoCd'>;
export type SignIn = Omit<
  EncodedSignIn,
  'asked' | 'optional' | 'shown' | 'phone' | 'start' | 'facts' | 'scope' | 'formPost'
> & {
  /**
   * The attributes that the application was registered for when the sign-in started. Only these attributes are on
   * the consent page and are shared.
   */
  asked: Attribute[];
  /** Attributes that the user may refuse. */
  optional: Attribute[];
  /** The user's masked attributes for the consent page, present while the page is open. */
  shown?: Identity;
  phone?: PhoneRequest;
  start?: StartedRequest;
  facts?: SignInFacts;
  /** The scope of an OpenID Connect request. Missing if it isn't an OpenID Connect request. */
  scope?: string;
  formPost?: true;
};
export type Attempt = NonNullable<SignIn['attempt']>;
export type UnregisteredPhone = NonNullable<SignIn['unregistered']>;
export type ReviewSignIn = NonNullable<SignIn['review']>;

/** The encrypted value of a sign-in's cookie. It has room for the longest `state` and twenty attributes. */
export const signIn = /* @__PURE__ */ sealed(
  'service sign-in',
  () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((fields) => fromLetters(fields)),
      signInSchema(),
      v.transform(decodeSignIn),
    ),
  (value) => toLetters(spell(value)),
);

function spell(signIn: SignIn): EncodedSignIn {
  const { asked, optional, shown, phone, start, facts, scope, formPost, ...rest } = signIn;
  return {
    ...rest,
    asked: bitsOf(attributes, asked),
    ...(optional.length > 0 && { optional: bitsOf(attributes, optional) }),
    ...(shown && { shown: attributesIn(bitsOf(attributes, asked)).map((name) => shown[name] ?? '') }),
    ...(phone && { phone: spellShown(phone) }),
    ...(start && { start: spellShown(start) }),
    ...(facts && { facts: encodeFacts(facts, rest.expires) }),
    ...(scope && { scope: bitsOf<string>(scopes, scope.split(' ')) }),
    ...(formPost && { formPost: 1 }),
  };
}

const spellShown = <Asked extends { shown?: ShownPart[] }>({ shown, ...asked }: Asked) => ({
  ...asked,
  ...(shown && { shown: bitsOf(shownParts, shown) }),
});

function decodeSignIn(spelled: EncodedSignIn): SignIn {
  const { asked, optional = 0, shown, phone, start, facts, scope, formPost, ...rest } = spelled;
  const names = attributesIn(asked);
  return {
    ...rest,
    asked: names,
    optional: attributesIn(optional),
    ...(shown && { shown: named(names, shown) }),
    ...(phone && { phone: readShown(phone) }),
    ...(start && { start: readShown(start) }),
    ...(facts && { facts: decodeFacts(facts, rest.expires) }),
    ...(scope && { scope: namesIn(scopes, scope).join(' ') }),
    ...(formPost && { formPost: true }),
  };
}

const named = (names: readonly Attribute[], values: readonly string[]): Identity =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]).filter(([, value]) => value));

const readShown = <Asked extends { shown?: number }>({ shown, ...asked }: Asked) => ({
  ...asked,
  ...(shown !== undefined && { shown: namesIn(shownParts, shown) }),
});

/**
 * Encodes a set of names as a number with one bit per index in a list. Names may be added only at the end of the
 * list.
 */
const bitsOf = <Name>(all: readonly Name[], names: readonly Name[]): number =>
  all.reduce((bits, name, place) => (names.includes(name) ? bits + 2 ** place : bits), 0);

const namesIn = <Name>(all: readonly Name[], bits: number): Name[] =>
  all.filter((_, place) => Math.floor(bits / 2 ** place) % 2 === 1);

const attributesIn = (bits: number): Attribute[] => namesIn(attributes, bits);
