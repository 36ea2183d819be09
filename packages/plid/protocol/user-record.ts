import { firstTwo, maskName, maskPhoneNumber, nothing, whole } from './masks.ts';

/** The carrier codes of §2.1. */
export const carrierCodes = ['S', 'K', 'L'] as const;
export type CarrierCode = (typeof carrierCodes)[number];

/** A person's attributes in the clear; one without a value is absent. Editors show these texts. */
export type Identity = {
  /** The same for a person at every service in Korea: 88 characters of Base64 as a rule, 1,024 of ASCII at most. Never show it to a page. */
  ci?: string;
  /** 11 digits without hyphens and without a country code, such as `01000000001`; `e164` adds the code. */
  phoneNo?: string;
  /** 200 characters at most; Korean names are not split. */
  name?: string;
  /** `F` female, `M` male. */
  gender?: string;
  /** The youngest age of a ten-year band, in years: `20` is 20 to under 30. */
  agegroup?: string;
  /** MMDD. */
  birthday?: string;
  /** YYMMDD, two digits of the year: `birthDate` finds the century. */
  birthdate?: string;
  /** `L` a citizen of Korea, `F` a foreigner. */
  foreign?: string;
  /** The carrier: `S` SKT, `K` KT, `L` LG U+. */
  telcoCd?: string;
};

/** The name of an attribute, such as `phoneNo`. */
export type Attribute = keyof Identity;

interface AttributeDefinition {
  /** Whether it travels encrypted (§2.2). */
  encrypted: boolean;
  /** The format of its plaintext. */
  format: RegExp;
}

/**
 * The identity attributes of §2.1, in the order in which an answer holds them. A new one stands at the end, and none ever
 * changes its place: sign-ins under way name them by it. The steps of adding one: workers/README.md, "An attribute".
 */
const definitions: Record<Attribute, AttributeDefinition> = {
  ci: { encrypted: true, format: /^[\x21-\x7e]{1,1024}$/ },
  phoneNo: { encrypted: true, format: /^01\d{9}$/ },
  name: { encrypted: true, format: /^[^\p{Cc}\p{Cs}]{1,200}$/u },
  gender: { encrypted: false, format: /^[FM]$/ },
  agegroup: { encrypted: false, format: /^(?:0|[1-9]0|1[0-4]0)$/ },
  birthday: { encrypted: true, format: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/ },
  birthdate: { encrypted: true, format: /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/ },
  foreign: { encrypted: false, format: /^[LF]$/ },
  telcoCd: { encrypted: false, format: new RegExp(`^(?:${carrierCodes.join('|')})$`) },
};

/** The identity attributes of a user record, in the order in which an answer holds them (§2.1). */
export const attributes = Object.keys(definitions) as readonly Attribute[];

/** The attributes that travel encrypted (§2.1, §2.2). */
export const encryptedAttributes: ReadonlySet<Attribute> = new Set(
  attributes.filter((attribute) => definitions[attribute].encrypted),
);

/** The format of an attribute's plaintext (§2.1). */
export const formatOf = (attribute: Attribute): RegExp => definitions[attribute].format;

/**
 * As much of a person's own value as a page may show: enough for them to recognise, too little for whoever looks over their shoulder.
 * Empty: nothing. This table and the next stand apart from the first, so that bundles without pages leave them out.
 */
const masks: Record<Attribute, (value: string) => string> = {
  /** It means nothing to people. */
  ci: nothing,
  phoneNo: maskPhoneNumber,
  name: maskName,
  gender: whole,
  agegroup: whole,
  birthday: firstTwo,
  birthdate: firstTwo,
  foreign: whole,
  telcoCd: whole,
};

/** A person's attributes as a page may show them to the person. */
export const maskIdentity = (identity: Identity): Identity =>
  Object.fromEntries(
    attributes.flatMap((attribute) => {
      const value = identity[attribute];
      const masked = value && masks[attribute](value);
      return masked ? [[attribute, masked]] : [];
    }),
  );

/** A value of each attribute: that of people who are made up and have no other. */
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

/** A flag as it travels. */
export type YesNo = 'Y' | 'N';

/** The two automatic-login flags (§2.1). */
export interface AutomaticLoginFlags {
  /** `Y` for a user with automatic login. With `autoStatusCheck` `N` this is one: `isAutomaticLogin`. */
  autoLoginYn: YesNo;
  /** `Y` at a full sign-in that begins or renews automatic login; else `N`. */
  autoStatusCheck: YesNo;
}

/** A user record (§2.1), its encrypted fields as sent or already decrypted. */
export type UserRecord = {
  /** The person's identifier, 128 characters of ASCII at most: the key under which to store them. */
  plid: string;
} & Identity &
  AutomaticLoginFlags;

/** The value of an envelope's `error` on success: §2.4 allows both. */
export type SuccessWord = 'success' | '';
