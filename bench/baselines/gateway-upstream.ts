import { env } from 'cloudflare:workers';
import {
  attributePatternOf,
  attributes,
  encryptedAttributes,
} from '../../workers/core/protocol/user-record.ts';

/** The two calls to the login service, by hand. */

export interface Returned {
  code: string;
  state: string;
  code_verifier: string;
}

export interface Token {
  access_token: string;
  token_type: string;
  expires_in: number;
  state?: string;
}

export type Exchange = (returned: Returned) => Promise<Token>;

const timeout = 10_000;
const credentials = `Basic ${btoa(`${env.CLIENT_ID}:${env.CLIENT_SECRET}`)}`;

export const exchangeByHand: Exchange = async (returned) => {
  const answer = await fetch(`${env.SERVICE_URL}/oauth2/token`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      Authorization: credentials,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `${new URLSearchParams({ grant_type: 'authorization_code', ...returned })}`,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const token = await answer.json<Token>();
  const isGood =
    answer.status === 200 &&
    typeof token.access_token === 'string' &&
    token.token_type?.toLowerCase() === 'bearer' &&
    (token.state === undefined || token.state === returned.state);
  if (!isGood) throw new Error('The token answer is not that of §2.3');
  return { ...token, token_type: 'bearer' };
};

export type User = Record<string, string>;

const fieldKey = new TextEncoder().encode(env.CLIENT_SECRET.slice(0, 16));
const algorithm = { name: 'AES-CBC', iv: fieldKey };
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
let key: Promise<CryptoKey> | undefined;

async function decrypt(text: string): Promise<string> {
  key ??= crypto.subtle.importKey('raw', fieldKey, 'AES-CBC', false, ['decrypt']);
  return decoder.decode(await crypto.subtle.decrypt(algorithm, await key, Uint8Array.fromBase64(text)));
}

interface UserAnswer {
  code: string;
  error: string;
  message: string;
  user: User;
}

/** The user behind an access token, every field decrypted (§4.3, §2.2). */
export async function readUser(access_token: string): Promise<UserAnswer> {
  const answer = await fetch(`${env.SERVICE_URL}/v1/user/me`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${access_token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const { code, error, message, user: sent } = await answer.json<UserAnswer>();
  if (answer.status !== 200 || code !== '0000') throw new Error('The user answer is a refusal');
  const values = await Promise.all(
    attributes.map((name) => {
      const value = sent[name];
      return value && encryptedAttributes.has(name) ? decrypt(value) : value;
    }),
  );
  const user: User = { plid: sent.plid ?? '' };
  for (const [index, name] of attributes.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    if (value !== '' && !attributePatternOf(name).test(value))
      throw new Error(`${name} does not match the format in §2.1`);
    user[name] = value;
  }
  user.autoLoginYn = sent.autoLoginYn === 'Y' ? 'Y' : 'N';
  user.autoStatusCheck = sent.autoStatusCheck === 'Y' ? 'Y' : 'N';
  return { code, error, message, user };
}
