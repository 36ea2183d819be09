import * as v from 'valibot';
import { cachedFieldCipher, createFieldCipher, fieldKeyBytes } from '../../core/protocol/field-cipher.ts';
import { attributes, type Identity, type UserRecord } from '../../core/protocol/user-record.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import {
  type CallEnv,
  type CredentialsEnv,
  getWithToken,
  postForm,
  UpstreamFailure,
} from './upstream-call.ts';
import { readFields, sentFields } from './upstream-fields.ts';

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
export async function readUser(env: UserEnv, access_token: string): Promise<UserAnswer> {
  const answer = v.safeParse(userAnswer, accepted(await getWithToken(env, env.USER_PATH, access_token)));
  if (!answer.success) throw new UpstreamFailure('upstream_invalid', 'the user answer is not that of §2.1');
  const { user: sent, ...rest } = answer.output;
  const { plid, autoLoginYn, autoStatusCheck, ...fields } = sent;
  const cipher = await fieldCipherOf(env.CLIENT_SECRET);
  const identity = await readFields(fields, cipher);
  return { ...rest, user: { plid, ...identity, autoLoginYn, autoStatusCheck } };
}

/** Disconnects a user (§4.4). @throws {UpstreamFailure} */
export async function disconnectUser(env: DisconnectEnv, plid: string): Promise<void> {
  accepted(await postForm(env, env.DISCONNECT_PATH, { plid }));
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
