import { Memo } from '../../../core/crypto/memo.ts';
import { CarrierFault } from '../post-to-carrier.ts';
import { readObject, sendToVendor, VendorRefusal } from './barocert-http.ts';
import type { VendorSettings } from './barocert-settings.ts';
import { digest, sign } from './barocert-signature.ts';

/** A session token of the vendor. */
export interface VendorSession {
  token: string;
  /** In milliseconds since 1970, by the vendor's clock. */
  expires: number;
  /** By how much the vendor's clock is ahead, in milliseconds. It's 0 unless the vendor has refused our time. */
  ahead: number;
}

const path = '/BAROCERT/Token';
const version = '2.0';
const body = JSON.stringify({ scope: ['partner', '441', '442', '443', '444'] });
/** The token works from every address, because a Worker has no fixed one. */
const anyAddress = '*';
/** Time before its expiry at which a token is replaced, in milliseconds. */
const reserve = 30_000;

/** Cache of the session tokens by account. Tokens that the vendor rejects are dropped. */
const sessions = new Memo<string, Promise<VendorSession>>();

const accountOf = ({ BAROCERT_AUTH_URL, BAROCERT_LINK_ID }: VendorSettings): string =>
  `${BAROCERT_AUTH_URL} ${BAROCERT_LINK_ID}`;

/** Returns a valid session, which is shared by all calls of this isolate. @throws {CarrierFault} */
export async function vendorSession(env: VendorSettings): Promise<VendorSession> {
  const cached = () => sessions.once(accountOf(env), () => openSession(env));
  const session = await cached();
  if (Date.now() + session.ahead < session.expires - reserve) return session;
  await dropSession(env, session);
  return cached();
}

/** Drops a session that has ended or that the vendor has rejected, unless another one has replaced it. */
export async function dropSession(env: VendorSettings, ended: VendorSession): Promise<void> {
  if ((await sessions.get(accountOf(env))) === ended) sessions.delete(accountOf(env));
}

/** Opens a session. If the vendor refuses that, the clocks may differ, so the vendor's own time is used once. */
export async function openSession(env: VendorSettings): Promise<VendorSession> {
  try {
    return await requestToken(env, 0);
  } catch (failure) {
    if (!(failure instanceof VendorRefusal)) throw failure;
    const ahead = Date.parse(await sendToVendor(`${env.BAROCERT_AUTH_URL}/Time`, {})) - Date.now();
    if (Number.isNaN(ahead)) throw failure;
    return requestToken(env, ahead);
  }
}

async function requestToken(env: VendorSettings, ahead: number): Promise<VendorSession> {
  const date = new Date(Date.now() + ahead).toISOString();
  const signed = ['POST', await digest(body), date, anyAddress, version, path].join('\n');
  const signature = await sign(env.BAROCERT_SECRET_KEY, signed);
  const text = await sendToVendor(`${env.BAROCERT_AUTH_URL}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `LINKHUB ${env.BAROCERT_LINK_ID} ${signature}`,
      'Content-Type': 'application/json',
      'x-lh-date': date,
      'x-lh-version': version,
      'x-lh-forwarded': anyAddress,
    },
    body,
  });
  const { session_token: token, expiration } = readObject(text);
  const expires = Date.parse(String(expiration));
  if (typeof token !== 'string' || Number.isNaN(expires))
    throw new CarrierFault('gets a malformed token from Barocert');
  return { token, expires, ahead };
}
