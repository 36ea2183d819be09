import * as v from 'valibot';
import { createFieldCipher, type FieldCipher, fieldKeyBytes } from '../core/field-cipher.ts';
import { attributes, encryptedAttributes, type Identity, type UserRecord } from '../core/user-record.ts';
import type { Bindings } from './bindings.ts';
import { type CallEnv, type CredentialsEnv, getWithToken, postForm, UpstreamFailure } from './upstream.ts';

export type UserEnv = CallEnv & Pick<Bindings, 'USER_PATH' | 'CLIENT_SECRET'>;
export type DisconnectEnv = CredentialsEnv & Pick<Bindings, 'DISCONNECT_PATH'>;

const envelope = v.object({
  code: v.string(),
  error: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
});

/** A field that is not known may be missing, null or empty. */
const optionalText = v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(4_096)), ''));
/** What every application asks for is there in no record but as `Y` or `N`; missing and empty mean `N`. */
const flag = v.pipe(
  v.nullish(v.picklist(['Y', 'N', '']), 'N'),
  v.transform((value) => (value === 'Y' ? 'Y' : 'N')),
);

const userAnswer = v.object({
  ...envelope.entries,
  user: v.object({
    plid: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
    ...v.entriesFromList(attributes, optionalText),
    autoLoginYn: flag,
    autoStatusCheck: flag,
  }),
});

/** What each attribute looks like in the clear (§2.1). */
const formats: Record<keyof Identity, RegExp> = {
  ci: /^[\x21-\x7e]{1,1024}$/,
  phoneNo: /^\d{11}$/,
  name: /^[^\p{Cc}]{1,200}$/u,
  gender: /^[FM]$/,
  agegroup: /^(?:0|[1-9]0|1[0-4]0)$/,
  birthday: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  birthdate: /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  foreign: /^[LF]$/,
  telcoCd: /^[SKL]$/,
};

export interface UserAnswer {
  code: string;
  error: string;
  message: string;
  /** With every field in the clear; an attribute that the service sent empty is empty, one that it left out is left out. */
  user: UserRecord;
}

/**
 * Reads the login user behind an access token, and decrypts what is encrypted (§4.3, §2.2).
 * @throws {UpstreamFailure} `upstream_invalid` also for a field that does not decrypt, or to something else than §2.1 says.
 */
export async function readUser(env: UserEnv, access_token: string): Promise<UserAnswer> {
  const answer = v.safeParse(userAnswer, accepted(await getWithToken(env, env.USER_PATH, access_token)));
  if (!answer.success) throw new UpstreamFailure('upstream_invalid', 'the user answer is not that of §2.1');
  const { user: sent, ...rest } = answer.output;
  const { plid, autoLoginYn, autoStatusCheck, ...fields } = sent;
  const cipher = await fieldCipherOf(env.CLIENT_SECRET);
  const identity = await decryptFields(fields, cipher);
  return { ...rest, user: { plid, ...identity, autoLoginYn, autoStatusCheck } };
}

/** Disconnects a user (§4.4). @throws {UpstreamFailure} */
export async function disconnectUser(env: DisconnectEnv, plid: string): Promise<void> {
  accepted(await postForm(env, env.DISCONNECT_PATH, { plid }));
}

/** @throws {UpstreamFailure} where the envelope says no, or is none (§2.4). */
function accepted(answer: unknown): unknown {
  const result = v.safeParse(envelope, answer);
  if (!result.success) throw new UpstreamFailure('upstream_invalid', 'the envelope is not that of §2.4');
  const { code, error, message } = result.output;
  if (code === '0000') return answer;
  const refusal = { status: 200, error: error.slice(0, 64), message: message.slice(0, 1_000) };
  throw new UpstreamFailure('upstream_refused', 'the envelope has another code than 0000', { refusal });
}

/** The identity without its empty attributes. */
export const filled = (user: UserRecord): Identity =>
  Object.fromEntries(attributes.flatMap((name) => (user[name] ? [[name, user[name]]] : [])));

async function decryptFields(fields: Identity, cipher: FieldCipher): Promise<Identity> {
  const entries = await Promise.all(
    attributes
      .filter((name) => fields[name] !== undefined)
      .map(async (name) => [name, await readField(name, fields[name] ?? '', cipher)] as const),
  );
  return Object.fromEntries(entries);
}

/** Empty stays empty. `agegroup` is plain, but its empty value may come encrypted (§2.1). */
async function readField(name: keyof Identity, value: string, cipher: FieldCipher): Promise<string> {
  const encrypted = encryptedAttributes.has(name) || (name === 'agegroup' && !formats.agegroup.test(value));
  const clear = encrypted && value !== '' ? await decrypt(name, value, cipher) : value;
  if (clear !== '' && !formats[name].test(clear)) {
    throw new UpstreamFailure('upstream_invalid', `${name} is not what §2.1 says`);
  }
  return clear;
}

async function decrypt(name: string, value: string, cipher: FieldCipher): Promise<string> {
  try {
    return await cipher.decrypt(value);
  } catch {
    throw new UpstreamFailure('upstream_invalid', `${name} does not decrypt`);
  }
}

const ciphers = new Map<string, Promise<FieldCipher>>();

/** The field cipher of the client secret, made once per isolate. */
function fieldCipherOf(clientSecret: string): Promise<FieldCipher> {
  const cipher = ciphers.get(clientSecret) ?? createFieldCipher(fieldKeyBytes(clientSecret));
  ciphers.set(clientSecret, cipher);
  return cipher;
}
