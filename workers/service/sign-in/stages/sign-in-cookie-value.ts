import * as v from 'valibot';
import { type ShownPart, shownParts } from '../../../core/carrier/port.ts';
import { sealed } from '../../../core/crypto/seal.ts';
import { type Attribute, attributes, type Identity } from '../../../core/protocol/user-record.ts';
import { scopes } from '../../../openid/scopes.ts';
import { type EncodedSignIn, fromLetters, signInSchema, toLetters } from './sign-in-codec.ts';
import { decodeFacts, encodeFacts } from './sign-in-facts.ts';
import { decodeStage, encodeStage, type Stage, type StageFields } from './sign-in-stage.ts';

export type SignIn = Omit<EncodedSignIn, 'asked' | 'optional' | 'scope' | 'formPost' | keyof StageFields> & {
  /**
   * The attributes that the application was registered for when the sign-in started. Only these attributes are on
   * the consent page and are shared.
   */
  asked: Attribute[];
  /** Attributes that the user may refuse. */
  optional: Attribute[];
  /** The scope of an OpenID Connect request. Missing if it isn't an OpenID Connect request. */
  scope?: string;
  formPost?: true;
  stage: Stage;
};
export type Attempt = NonNullable<SignIn['attempt']>;

/** The encrypted value of a sign-in's cookie. It has room for the longest `state` and twenty attributes. */
export const signIn = /* @__PURE__ */ sealed(
  'service sign-in',
  () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((fields) => fromLetters(fields)),
      signInSchema(),
      v.transform(decodeSignIn),
      v.custom<SignIn>((decoded) => decoded !== undefined),
    ),
  (value) => toLetters(encodeSignIn(value)),
);

function encodeSignIn(signIn: SignIn): EncodedSignIn {
  const { asked, optional, scope, formPost, stage, ...rest } = signIn;
  const { shown, phone, start, facts, ...others } = encodeStage(stage);
  return {
    ...rest,
    ...others,
    asked: bitsOf(attributes, asked),
    ...(optional.length > 0 && { optional: bitsOf(attributes, optional) }),
    ...(shown && { shown: attributesIn(bitsOf(attributes, asked)).map((name) => shown[name] ?? '') }),
    ...(phone && { phone: encodeShown(phone) }),
    ...(start && { start: encodeShown(start) }),
    ...(facts && { facts: encodeFacts(facts, rest.expires) }),
    ...(scope && { scope: bitsOf<string>(scopes, scope.split(' ')) }),
    ...(formPost && { formPost: 1 }),
  };
}

const encodeShown = <Asked extends { shown?: ShownPart[] }>({ shown, ...asked }: Asked) => ({
  ...asked,
  ...(shown && { shown: bitsOf(shownParts, shown) }),
});

/** Returns undefined if the fields describe no stage of a sign-in. */
function decodeSignIn(encoded: EncodedSignIn): SignIn | undefined {
  const { asked, optional = 0, scope, formPost, ...rest } = encoded;
  const {
    phone,
    start,
    review,
    unregistered,
    plid,
    facts,
    age,
    minor,
    shown,
    granted,
    page,
    passkey,
    cancelled,
    ...others
  } = rest;
  const names = attributesIn(asked);
  const stage = decodeStage({
    review,
    unregistered,
    plid,
    age,
    minor,
    granted,
    page,
    passkey,
    cancelled,
    shown: shown && named(names, shown),
    phone: phone && decodeShown(phone),
    start: start && decodeShown(start),
    facts: facts && decodeFacts(facts, rest.expires),
  });
  return (
    stage && {
      ...others,
      asked: names,
      optional: attributesIn(optional),
      ...(scope && { scope: namesIn(scopes, scope).join(' ') }),
      ...(formPost && { formPost: true }),
      stage,
    }
  );
}

const named = (names: readonly Attribute[], values: readonly string[]): Identity =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]).filter(([, value]) => value));

const decodeShown = <Asked extends { shown?: number }>({ shown, ...asked }: Asked) => ({
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
