import * as v from 'valibot';
import {
  cachedFieldCipher,
  createFieldCipher,
  type FieldCipher,
  fieldKeyBytes,
} from '../../core/protocol/field-cipher.ts';
import {
  type Attribute,
  attributes,
  encryptedAttributes,
  formatOf,
  type Identity,
  type UserRecord,
} from '../../core/protocol/user-record.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import {
  type CallEnv,
  type CredentialsEnv,
  getWithToken,
  postForm,
  UpstreamFailure,
} from './upstream-call.ts';

export type TokenEnv = CredentialsEnv & Pick<Bindings, 'TOKEN_PATH' | 'PKCE'>;

/** The values of an optional field that mean the same as its absence. */
const absent = v.pipe(
  v.union([v.null(), v.literal('')]),
  v.transform(() => undefined),
);

const seconds = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/))]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
);

/** `expires_in` may arrive as a string, `token_type` in any letter case (§2.3). */
const tokenAnswer = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\w~+/.-]+=*$/), v.maxLength(8_192)),
  token_type: v.pipe(v.string(), v.toLowerCase(), v.literal('bearer')),
  expires_in: v.optional(v.union([absent, seconds])),
  state: v.optional(v.union([absent, v.string()])),
});
export type AccessToken = v.InferOutput<typeof tokenAnswer>;

export interface CodeOfFlow {
  code: string;
  /** Of the flow that the code came back for: an answer that echoes another one is not taken. */
  state: string;
  code_verifier: string;
}

/**
 * Exchanges a code (§4.2): once, whatever comes of it. With PKCE the service itself holds the code against the flow.
 * @throws {UpstreamFailure}
 */
export function exchangeCode(
  env: TokenEnv,
  { code, state, code_verifier }: CodeOfFlow,
): Promise<AccessToken> {
  const proof = env.PKCE === 'Y' ? { code_verifier } : {};
  const fields = { grant_type: 'authorization_code', code, state, ...proof };
  return postForm(env, env.TOKEN_PATH, fields, (answer) => readTokenAnswer(answer, state));
}

function readTokenAnswer(answer: unknown, state: string): AccessToken {
  const result = v.safeParse(tokenAnswer, answer);
  if (!result.success) {
    throw new UpstreamFailure('upstream_invalid', 'the token answer is not that of §2.3');
  }
  if (result.output.state !== undefined && result.output.state !== state) {
    throw new UpstreamFailure('upstream_invalid', 'the token answer is for another state');
  }
  return result.output;
}

export type UserEnv = CallEnv & Pick<Bindings, 'USER_PATH' | 'CLIENT_SECRET'>;
export type DisconnectEnv = CredentialsEnv & Pick<Bindings, 'DISCONNECT_PATH'>;

/** `null` and empty are ways to leave out a field. */
const text = v.nullish(v.string(), '');
const envelope = v.object({ code: v.string(), error: text, message: text });

/** What every application asks for is there in no record but as `Y` or `N`; missing and empty mean `N`. */
const flag = v.pipe(
  v.nullish(v.picklist(['Y', 'N', '']), 'N'),
  v.transform((value) => (value === 'Y' ? 'Y' : 'N')),
);

const fieldText = v.pipe(v.string(), v.maxLength(4_096));
const field = v.nullable(fieldText, '');

/** The attributes of a user record as they travel (§2.1): missing, `null` and empty all mean that there is no value. */
const sentFields = {
  ...v.entriesFromList(attributes, v.exactOptional(field)),
  agegroup: v.exactOptional(v.union([v.pipe(v.number(), v.transform(String)), field])),
};

const userAnswer = v.object({
  ...envelope.entries,
  user: v.object({
    plid: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
    ...sentFields,
    autoLoginYn: flag,
    autoStatusCheck: flag,
  }),
});

export interface UserAnswer {
  code: string;
  error: string;
  message: string;
  /** Every field decrypted; an attribute that the service sent empty is empty, one that it did not send is absent. */
  user: UserRecord;
}

/**
 * Reads the login user behind an access token, and decrypts what is encrypted (§4.3, §2.2).
 * @throws {UpstreamFailure} `upstream_invalid` also for a field that does not decrypt, or whose content is not that of §2.1.
 */
export function readUser(env: UserEnv, access_token: string): Promise<UserAnswer> {
  return getWithToken(env, env.USER_PATH, access_token, (body) => readUserAnswer(env, body));
}

async function readUserAnswer(env: UserEnv, body: unknown): Promise<UserAnswer> {
  const answer = v.safeParse(userAnswer, accepted(body));
  if (!answer.success) throw new UpstreamFailure('upstream_invalid', 'the user answer is not that of §2.1');
  const { user: sent, ...rest } = answer.output;
  const { plid, autoLoginYn, autoStatusCheck, ...fields } = sent;
  const cipher = await fieldCipherOf(env.CLIENT_SECRET);
  const identity = await readFields(fields, cipher);
  return { ...rest, user: { plid, ...identity, autoLoginYn, autoStatusCheck } };
}

/** Disconnects a user (§4.4). @throws {UpstreamFailure} */
export async function disconnectUser(env: DisconnectEnv, plid: string): Promise<void> {
  await postForm(env, env.DISCONNECT_PATH, { plid }, accepted);
}

/** @throws {UpstreamFailure} where the envelope is a refusal, or is malformed (§2.4). */
function accepted(answer: unknown): unknown {
  const result = v.safeParse(envelope, answer);
  if (!result.success) throw new UpstreamFailure('upstream_invalid', 'the envelope is not that of §2.4');
  const { code, error, message } = result.output;
  if (code === '0000') return answer;
  const serviceRefusal = { status: 200, error: error.slice(0, 64), message: message.slice(0, 1_000) };
  throw new UpstreamFailure('upstream_refused', 'the envelope has another code than 0000', {
    serviceRefusal,
  });
}

/** The identity without its empty attributes. */
export const filled = (user: UserRecord): Identity =>
  Object.fromEntries(attributes.flatMap((name) => (user[name] ? [[name, user[name]]] : [])));

const fieldCipherOf = (clientSecret: string) =>
  cachedFieldCipher(clientSecret, () => createFieldCipher(fieldKeyBytes(clientSecret)));

/**
 * The decrypted attributes. One that was sent empty is empty; one that was not sent is left out, and so is a phone number
 * that cannot be written with 11 digits.
 * @throws {UpstreamFailure} `upstream_invalid` for what does not decrypt, or to something that §2.1 does not describe.
 */
async function readFields(sent: Identity, cipher: FieldCipher): Promise<Identity> {
  const entries = await Promise.all(
    attributes.map(async (name) => [name, await readField(name, sent[name], cipher)] as const),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** `agegroup` is plain, but its empty value may come encrypted (§2.1). */
async function readField(name: Attribute, sent: string | undefined, cipher: FieldCipher) {
  if (sent === undefined || sent === '') return sent;
  const encrypted =
    encryptedAttributes.has(name) || (name === 'agegroup' && !formatOf('agegroup').test(sent));
  const clear = encrypted ? await decrypt(name, sent, cipher) : sent;
  const value = name === 'phoneNo' ? readPhoneNumber(clear) : clear;
  if (value === undefined || value === '' || formatOf(name).test(value)) return value;
  throw new UpstreamFailure('upstream_invalid', `${name} has not the format of §2.1`);
}

/**
 * §2.1 gives phoneNo no format. The gateway tells it as 11 digits, whether it came with hyphens, spaces or the country code.
 * @returns undefined for another phone number, such as one of a land line; what is no phone number at all stays as it is.
 */
function readPhoneNumber(written: string): string | undefined {
  const bare = written.normalize('NFKC').replace(/[\s().\u2010-\u2015-]/g, '');
  if (!/^\+?\d{9,15}$/.test(bare)) return written;
  const national = bare.replace(/^(?:\+|00)?82(?=0?1\d{8,9}$)/, '').replace(/^(?=1\d{8,9}$)/, '0');
  return formatOf('phoneNo').test(national) ? national : undefined;
}

async function decrypt(name: string, value: string, cipher: FieldCipher): Promise<string> {
  try {
    return await cipher.decrypt(value);
  } catch {
    throw new UpstreamFailure('upstream_invalid', `${name} does not decrypt`);
  }
}
