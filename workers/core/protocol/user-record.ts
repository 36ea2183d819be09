import { maskAfterFirstTwo, maskName, maskPhoneNumber, nothing, whole } from './masks.ts';

/** The carrier codes of §2.1. */
export const carrierCodes = ['S', 'K', 'L'] as const;
export type CarrierCode = (typeof carrierCodes)[number];

/** The values of `gender` (§2.1). */
export const genders = ['F', 'M'] as const;
export type Gender = (typeof genders)[number];

/** The values of `foreign` (§2.1). */
export const citizenships = ['L', 'F'] as const;
export type Citizenship = (typeof citizenships)[number];

/** Carrier names by code, in both languages. */
export const carrierNames: Record<CarrierCode, string> = { S: 'SKT', K: 'KT', L: 'LG U+' };

/** A user's decrypted attributes. Attributes without a value are omitted. Editors show these comments. */
export type Identity = {
  /**
   * Identifies a user at every service in Korea. It usually has 88 characters of Base64, and at most 1,024 ASCII
   * characters. Never expose it to a page.
   */
  ci?: string;
  /** 11 digits without hyphens or country code, such as `01000000001`. `e164` adds the country code. */
  phoneNo?: string;
  /** The user's name, at most 200 characters. A Korean name isn't split into family name and given name. */
  name?: string;
  /** `F` female, `M` male. */
  gender?: Gender;
  /** The lower end of a ten-year age band. For example, `20` means 20 to 29 years. */
  agegroup?: string;
  /** MMDD. */
  birthday?: string;
  /** YYMMDD, with a two-digit year. `birthDate` adds the century. */
  birthdate?: string;
  /** `L` for a Korean citizen, `F` for a foreigner. */
  foreign?: Citizenship;
  /** The carrier: `S` for SKT, `K` for KT, or `L` for LG U+. */
  telcoCd?: CarrierCode;
};

/** The name of an attribute, such as `phoneNo`. */
export type Attribute = keyof Identity;

interface AttributeDefinition {
  /** Whether the attribute is sent encrypted (§2.2). */
  encrypted: boolean;
  /** The format of the attribute's plain text. */
  format: RegExp;
}

/** The format of an attribute that has only these values. */
const oneOf = (values: readonly string[]) => new RegExp(`^(?:${values.join('|')})$`);

/**
 * The identity attributes of §2.1, in the order of a response. Append new attributes at the end and never move
 * any, because sign-ins in progress refer to attributes by index. To add an attribute, see workers/README.md, "An
 * attribute".
 */
const definitions: Record<Attribute, AttributeDefinition> = {
  ci: { encrypted: true, format: /^[\x21-\x7e]{1,1024}$/ },
  phoneNo: { encrypted: true, format: /^01\d{9}$/ },
  name: { encrypted: true, format: /^[^\p{Cc}\p{Cs}]{1,200}$/u },
  gender: { encrypted: false, format: oneOf(genders) },
  agegroup: { encrypted: false, format: /^(?:0|[1-9]0|1[0-4]0)$/ },
  birthday: { encrypted: true, format: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/ },
  birthdate: { encrypted: true, format: /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/ },
  foreign: { encrypted: false, format: oneOf(citizenships) },
  telcoCd: { encrypted: false, format: oneOf(carrierCodes) },
};

/** The identity attributes of a user record, in the order of a response (§2.1). */
export const attributes = Object.keys(definitions) as readonly Attribute[];

/** The attributes that are sent encrypted (§2.1, §2.2). */
export const encryptedAttributes: ReadonlySet<Attribute> = new Set(
  attributes.filter((attribute) => definitions[attribute].encrypted),
);

/** The format of an attribute's plain text (§2.1). */
export const attributePatternOf = (attribute: Attribute): RegExp => definitions[attribute].format;

/**
 * Functions that return the part of a value that a page may display to its user. The part is enough for the user
 * to recognize the value, but too little for an onlooker. If the result is empty, nothing is displayed. This table
 * is separate, so that bundles without pages omit it.
 */
const masks: Record<Attribute, (value: string) => string> = {
  /** This attribute isn't displayed, because the value means nothing to users. */
  ci: nothing,
  phoneNo: maskPhoneNumber,
  name: maskName,
  gender: whole,
  agegroup: whole,
  birthday: maskAfterFirstTwo,
  birthdate: maskAfterFirstTwo,
  foreign: whole,
  telcoCd: whole,
};

/** Returns a user's attributes in the masked form that a page may display to the user. */
export const maskIdentity = (identity: Identity): Identity =>
  Object.fromEntries(
    attributes.flatMap((attribute) => {
      const value = identity[attribute];
      const masked = value && masks[attribute](value);
      return masked ? [[attribute, masked]] : [];
    }),
  );

/** A sample value of each attribute, for fictional users. */
export const sampleIdentity = (): Required<Identity> => ({
  ci: 'C'.repeat(88),
  phoneNo: '01012345678',
  name: '김하나',
  gender: 'F',
  agegroup: '20',
  birthday: '0101',
  birthdate: '000101',
  foreign: 'L',
  telcoCd: 'S',
});

/** An encoded flag. */
export type YesNo = 'Y' | 'N';

/** The two automatic-login flags (§2.1). */
export interface AutomaticLoginFlags {
  /**
   * `Y` if the user has automatic login. If this flag is `Y` and `autoStatusCheck` is `N`, this login was
   * automatic (`isAutomaticLogin`).
   */
  autoLoginYn: YesNo;
  /** `Y` for a full sign-in that starts or renews automatic login. Otherwise `N`. */
  autoStatusCheck: YesNo;
}

/**
 * A user record (§2.1). Its encrypted fields are either still encrypted, as the service sent them, or already
 * decrypted.
 */
export type UserRecord = {
  /**
   * The user's identifier, at most 128 ASCII characters. Use this identifier as the key under which you store the
   * user.
   */
  plid: string;
} & Identity &
  AutomaticLoginFlags;

/** A user record as it was sent: an attribute without a value may be `''`. */
export type SentUserRecord = Omit<UserRecord, Attribute> & { [Name in Attribute]?: Identity[Name] | '' };

/** The value of the envelope's `error` after a success. §2.4 allows both values. */
export type SuccessCode = 'success' | '';
