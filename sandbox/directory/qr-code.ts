import { equalSecrets, randomSecret, toBase64url, utf8 } from '../../workers/core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../workers/core/crypto/hmac.ts';

/**
 * Maximum difference between the age stated in a QR code and the request's actual age, in seconds. The stated age
 * may be higher or lower.
 */
const patience = 5;

const format = /^plid\.([\w-]+)\.(\d{1,4})\.([\w-]{22})$/;

/** Creates the secret of a new QR code, and eight digits that can be entered instead of the code. */
export const createQrCode = () => ({ code: randomSecret(), digits: createDigits() });

const createDigits = (): string =>
  String(10 ** 7 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % (9 * 10 ** 7)));

/** Returns the request ID from the text of a QR code, without verifying it. */
export const requestIdInQrCode = (shown: string): string => format.exec(shown)?.[1] ?? '';

/**
 * Whether the text is a QR code that is valid now (docs/carrier.openapi.yaml, `Started.code`). @param age of the
 * code's request, in seconds.
 */
export async function isCurrentQrCode(shown: string, secret: string, age: number): Promise<boolean> {
  const [, id, seconds, mac = ''] = format.exec(shown) ?? [];
  if (Math.abs(age - Number(seconds)) > patience) return false;
  const right = toBase64url(await hmac(await importHmacKey(utf8(secret)), `${id}.${seconds}`));
  return equalSecrets(mac, right.slice(0, mac.length));
}
