import { equalSecrets, randomSecret, toBase64url, utf8 } from '../../packages/plid/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../workers/core/crypto/hmac.ts';

/** Tolerance for the age of a QR code, in seconds, in both directions. */
const patience = 5;

const format = /^plid\.([\w-]+)\.(\d{1,4})\.([\w-]{22})$/;

/** The secret of a new QR code, and eight digits with the same effect. */
export const createCode = () => ({ code: randomSecret(), digits: createDigits() });

const createDigits = (): string =>
  String(10 ** 7 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % (9 * 10 ** 7)));

/** The id of the request in the text of a QR code, not yet verified. */
export const requestOfCode = (shown: string): string => format.exec(shown)?.[1] ?? '';

/**
 * Whether the text is a valid QR code at this time (docs/carrier.openapi.yaml, `Started.code`). @param age of its
 * request, in seconds.
 */
export async function isShownNow(shown: string, secret: string, age: number): Promise<boolean> {
  const [, id, seconds, mac = ''] = format.exec(shown) ?? [];
  if (Math.abs(age - Number(seconds)) > patience) return false;
  const right = toBase64url(await hmac(await importHmacKey(utf8(secret)), `${id}.${seconds}`));
  return equalSecrets(mac, right.slice(0, mac.length));
}
