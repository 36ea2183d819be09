import * as v from 'valibot';
import type { Subscriber } from '../subscriber.ts';
import { decryptField, type SecretKey } from './vendor-crypto.ts';
import { BarocertError } from './vendor-errors.ts';

/** The vendor's names of the networks. */
export const telcoTypes = { S: 'SKT', K: 'KT', L: 'LGU' } as const satisfies Record<
  Subscriber['telcoCd'],
  string
>;
const telcoType = v.picklist(Object.values(telcoTypes));

/** A text of 1 to this number of characters. */
const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.check((value) => [...value].length <= maxLength),
  );

/** An encrypted text. The length limit applies to the plain text. */
const encrypted = (maxLength: number) => v.pipe(text(maxLength), v.metadata({ encrypted: true }));
const encryptedDigits = (digits: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^\\d{${digits}}$`)), v.metadata({ encrypted: true }));

const receiver = { receiverHP: encryptedDigits(11), receiverName: encrypted(80) };

const loginEntries = {
  ...receiver,
  /** yyyyMMdd. */
  receiverBirthday: v.optional(encryptedDigits(8)),
  reqTitle: text(40),
  reqMessage: v.optional(encrypted(500)),
  callCenterNum: text(12),
  /** In seconds. */
  expireIn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  /** The text that the user signs. */
  token: encrypted(2800),
  userAgreementYN: v.optional(v.boolean()),
  /** Whether the result contains the user's data. */
  receiverInfoYN: v.optional(v.boolean(), false),
  /** Whether the application opens the app (app-to-app). Otherwise, the vendor sends a push message. */
  appUseYN: v.optional(v.boolean(), false),
  telcoType: v.optional(telcoType),
  deviceOSType: v.optional(v.picklist(['ANDROID', 'IOS'])),
  useTssYN: v.optional(v.boolean()),
};
const loginSchema = v.object(loginEntries);
export type LoginFields = v.InferOutput<typeof loginSchema>;

const verificationSchema = v.object(receiver);

/**
 * Reads and decrypts the fields of a login request. @throws {BarocertError} `invalid_body`, `missing_field`,
 * `invalid_field`, or `undecryptable_field`.
 */
export async function readLoginFields(secretKey: SecretKey, body: string): Promise<LoginFields> {
  const fields = await readFields(secretKey, body, loginSchema);
  for (const name of ['telcoType', 'deviceOSType'] as const)
    if (fields.appUseYN && fields[name] === undefined) throw new BarocertError('missing_field', name);
  return fields;
}

/** Reads and decrypts the fields of a verification. @throws {BarocertError} as {@link readLoginFields}. */
export const readVerificationFields = (secretKey: SecretKey, body: string) =>
  readFields(secretKey, body, verificationSchema);

type FieldsSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

async function readFields<Schema extends FieldsSchema>(
  secretKey: SecretKey,
  body: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const sent = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), body);
  if (!sent.success) throw new BarocertError('invalid_body');
  const plain = await decryptAll(secretKey, sent.output, schema);
  const result = v.safeParse(schema, plain);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const isMissing = issue.received === 'undefined';
  throw new BarocertError(isMissing ? 'missing_field' : 'invalid_field', v.getDotPath(issue) ?? undefined);
}

/** Decrypts the fields that are encrypted. @throws {BarocertError} `undecryptable_field`. */
async function decryptAll(
  secretKey: SecretKey,
  sent: Record<string, unknown>,
  { entries }: FieldsSchema,
): Promise<Record<string, unknown>> {
  const plain = { ...sent };
  for (const [name, entry] of Object.entries(entries)) {
    const value = sent[name];
    if (value === undefined || !isEncrypted(entry)) continue;
    plain[name] = typeof value === 'string' ? await decryptField(secretKey, value) : undefined;
    if (plain[name] === undefined) throw new BarocertError('undecryptable_field', name);
  }
  return plain;
}

function isEncrypted(entry: v.ObjectEntries[string]): boolean {
  const inner = 'wrapped' in entry ? (entry.wrapped as v.GenericSchema) : (entry as v.GenericSchema);
  return v.getMetadata(inner).encrypted === true;
}
