import { equalSecrets } from '../../workers/core/crypto/bytes.ts';
import { type SecretKey, signLines } from './vendor-crypto.ts';
import { BarocertError } from './vendor-errors.ts';

/** Lifetime of a session token, in seconds. The vendor's isn't public. */
export const sessionLifetime = 1800;

/** Creates a session token, which contains its expiration. @param expires in seconds since 1970. */
export const createSessionToken = async (secretKey: SecretKey, expires: number): Promise<string> =>
  `${expires}.${await signLines(secretKey, ['session', String(expires)])}`;

/**
 * Verifies the session token in an `Authorization` header. @param now the vendor's time, in seconds since 1970.
 * @throws {BarocertError} `invalid_token` or `expired_token`.
 */
export async function verifySessionToken(
  secretKey: SecretKey,
  authorization: string | null,
  now: number,
): Promise<void> {
  const [, token = '', expires = ''] = /^Bearer ((\d{1,15})\..+)$/.exec(authorization ?? '') ?? [];
  const isOurs = await equalSecrets(token, await createSessionToken(secretKey, Number(expires)));
  if (!isOurs) throw new BarocertError('invalid_token');
  if (Number(expires) <= now) throw new BarocertError('expired_token');
}
