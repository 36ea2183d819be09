import { toBase64url, utf8 } from '../../../core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';

/** Length of the MAC in a QR code, in characters. The characters encode 132 bits. */
const macLength = 22;

/**
 * Returns the text that the QR code contains during one second. The text has the format that `Started.code` in
 * docs/carrier.openapi.yaml defines. @param seconds Whole seconds since the carrier's response.
 */
export async function qrCodeText(requestId: string, secret: string, seconds: number): Promise<string> {
  const payload = `${requestId}.${seconds}`;
  const mac = await hmac(await importHmacKey(utf8(secret)), payload);
  return `plid.${payload}.${toBase64url(mac).slice(0, macLength)}`;
}
