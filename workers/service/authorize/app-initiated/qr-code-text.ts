import { toBase64url, utf8 } from '../../../../packages/plid/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';

/** Of the mac in a code, in characters: 132 bits. */
const macLength = 22;

/**
 * The text of the code that a screen shows in one second, as `Started.code` in docs/carrier.openapi.yaml has it.
 * @param seconds whole ones since the carrier has answered.
 */
export async function qrCodeText(requestId: string, secret: string, seconds: number): Promise<string> {
  const told = `${requestId}.${seconds}`;
  const mac = await hmac(await importHmacKey(utf8(secret)), told);
  return `plid.${told}.${toBase64url(mac).slice(0, macLength)}`;
}
