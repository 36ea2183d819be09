/** The identity attributes of a user record, in the order in which an answer holds them (§2.1). */
export const attributes = [
  'ci',
  'phoneNo',
  'name',
  'gender',
  'agegroup',
  'birthday',
  'birthdate',
  'foreign',
  'telcoCd',
] as const;

export type Attribute = (typeof attributes)[number];

/** The attributes that travel encrypted (§2.1, §2.2). */
export const encryptedAttributes: ReadonlySet<Attribute> = new Set([
  'ci',
  'phoneNo',
  'name',
  'birthday',
  'birthdate',
]);

/** What is known of a person; an attribute that is not known is left out. */
export type Identity = Partial<Record<Attribute, string>>;

export type YesNo = 'Y' | 'N';

/** The two automatic-login flags (§2.1). */
export interface AutomaticLoginFlags {
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
}

/** A user record (§2.1), its encrypted fields as they stand on the wire or already decrypted. */
export type UserRecord = { plid: string } & Identity & AutomaticLoginFlags;

/** What an envelope's `error` says on success: §2.4 allows both. */
export type SuccessWord = 'success' | '';

/** The common envelope of the user endpoints (§2.4). */
export interface Envelope {
  code: string;
  error: string;
  message: string;
  user?: UserRecord;
}
