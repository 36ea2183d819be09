import { firstTwo, maskName, maskPhoneNumber, nothing, whole } from './masks.ts';

/** The carrier codes of §2.1. */
export const carrierCodes = ['S', 'K', 'L'] as const;
export type CarrierCode = (typeof carrierCodes)[number];

interface AttributeDefinition {
  /** Whether it travels encrypted (§2.2). */
  encrypted: boolean;
  /** What it looks like in the clear. */
  format: RegExp;
  /** As much of a person's own value as a page may show: enough for them to recognise, too little for others. Empty: nothing. */
  mask: (value: string) => string;
  /** A value of it: that of people who are made up and have no other. */
  sample: string;
}

/**
 * What §2.1 says of each identity attribute, in the order in which an answer holds them; and what is ours to decide of it. A new one
 * stands at the end, and none ever changes its place: sign-ins under way name them by it. What else follows when one is
 * added: CONTRIBUTING.md, "An attribute".
 */
const definitions = {
  /** It means nothing to people. */
  ci: { encrypted: true, format: /^[\x21-\x7e]{1,1024}$/, mask: nothing, sample: 'C'.repeat(88) },
  phoneNo: { encrypted: true, format: /^01\d{9}$/, mask: maskPhoneNumber, sample: '01012345678' },
  name: { encrypted: true, format: /^[^\p{Cc}\p{Cs}]{1,200}$/u, mask: maskName, sample: '김하나' },
  gender: { encrypted: false, format: /^[FM]$/, mask: whole, sample: 'F' },
  /** The lower bound of an age band. */
  agegroup: { encrypted: false, format: /^(?:0|[1-9]0|1[0-4]0)$/, mask: whole, sample: '20' },
  /** MMDD. */
  birthday: {
    encrypted: true,
    format: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
    mask: firstTwo,
    sample: '0101',
  },
  /** YYMMDD. */
  birthdate: {
    encrypted: true,
    format: /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
    mask: firstTwo,
    sample: '000101',
  },
  /** `L` domestic, `F` foreign. */
  foreign: { encrypted: false, format: /^[LF]$/, mask: whole, sample: 'L' },
  telcoCd: {
    encrypted: false,
    format: new RegExp(`^(?:${carrierCodes.join('|')})$`),
    mask: whole,
    sample: 'S',
  },
} as const satisfies Record<string, AttributeDefinition>;

export type Attribute = keyof typeof definitions;

/** The identity attributes of a user record, in the order in which an answer holds them (§2.1). */
export const attributes = Object.keys(definitions) as readonly Attribute[];

/** The attributes that travel encrypted (§2.1, §2.2). */
export const encryptedAttributes: ReadonlySet<Attribute> = new Set(
  attributes.filter((attribute) => definitions[attribute].encrypted),
);

/** What an attribute looks like in the clear (§2.1). */
export const formatOf = (attribute: Attribute): RegExp => definitions[attribute].format;

/** A person's attributes; one without a value is absent. */
export type Identity = Partial<Record<Attribute, string>>;

const identityOf = (valueOf: (attribute: Attribute) => string | undefined): Identity =>
  Object.fromEntries(
    attributes.map((attribute) => [attribute, valueOf(attribute)]).filter(([, value]) => value),
  );

/** A person's attributes as a page may show them to the person. */
export const maskIdentity = (identity: Identity): Identity =>
  identityOf((attribute) => {
    const value = identity[attribute];
    return value && definitions[attribute].mask(value);
  });

/** The attributes of somebody who is made up. */
export const sampleIdentity = () =>
  identityOf((attribute) => definitions[attribute].sample) as Required<Identity>;

export type YesNo = 'Y' | 'N';

/** The two automatic-login flags (§2.1). */
export interface AutomaticLoginFlags {
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
}

/** A user record (§2.1), its encrypted fields as sent or already decrypted. */
export type UserRecord = { plid: string } & Identity & AutomaticLoginFlags;

/** The value of an envelope's `error` on success: §2.4 allows both. */
export type SuccessWord = 'success' | '';
