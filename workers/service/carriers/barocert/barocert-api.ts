import { readObject, sendToVendor, VendorRefusal } from './barocert-http.ts';
import type { VendorSettings } from './barocert-settings.ts';
import { digest, encryptField, sign } from './barocert-signature.ts';
import { dropSession, type VendorSession, vendorSession } from './barocert-token.ts';

const version = '2.1';

/** A request to a phone, in the vendor's terms. Texts are plain here, and encrypted on the way. */
export interface LoginRequest {
  name: string;
  phoneNo: string;
  /** At most 40 characters. */
  title: string;
  /** At most 500 characters. */
  message: string;
  /** The text that the phone signs. */
  signed: string;
  callCenter: string;
  /** In seconds. */
  expiresIn: number;
  /** The device of an app-to-app request. Undefined if the request is a push. */
  device: { telcoType: string; deviceOSType: string } | undefined;
}

type Fields = Record<string, unknown>;

/** Asks the vendor to send a request to a phone. @throws {CarrierFault} */
export async function requestLogin(env: VendorSettings, asked: LoginRequest): Promise<Fields> {
  const encrypted = (text: string) => encryptField(env.BAROCERT_SECRET_KEY, text);
  return post(env, `/PASS/Login/${env.BAROCERT_CLIENT_CODE}`, {
    receiverHP: await encrypted(asked.phoneNo),
    receiverName: await encrypted(asked.name),
    reqTitle: asked.title,
    reqMessage: await encrypted(asked.message),
    callCenterNum: asked.callCenter,
    expireIn: asked.expiresIn,
    token: await encrypted(asked.signed),
    userAgreementYN: true,
    receiverInfoYN: true,
    appUseYN: asked.device !== undefined,
    ...asked.device,
  });
}

/** Returns the state of a request. @throws {CarrierFault} */
export const loginStatus = (env: VendorSettings, receipt: string): Promise<Fields> =>
  call(env, `/PASS/Login/${env.BAROCERT_CLIENT_CODE}/${receipt}`, async () => ({}));

/** Returns the user who has approved a request. The vendor compares name and number once more. @throws {CarrierFault} */
export async function verifyLogin(
  env: VendorSettings,
  receipt: string,
  { name, phoneNo }: Pick<LoginRequest, 'name' | 'phoneNo'>,
): Promise<Fields> {
  return post(env, `/PASS/Login/Verify/${env.BAROCERT_CLIENT_CODE}/${receipt}`, {
    receiverHP: await encryptField(env.BAROCERT_SECRET_KEY, phoneNo),
    receiverName: await encryptField(env.BAROCERT_SECRET_KEY, name),
  });
}

function post(env: VendorSettings, path: string, fields: Fields): Promise<Fields> {
  const body = JSON.stringify(fields);
  return call(env, path, async ({ ahead }) => {
    const date = new Date(Date.now() + ahead).toISOString();
    const signed = `POST\n${await digest(body)}\n${date}\n${path}\n`;
    return {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json;charset=utf-8',
        'x-bc-date': date,
        'x-bc-version': version,
        'x-bc-auth': await sign(env.BAROCERT_SECRET_KEY, signed),
        'x-bc-encryptionmode': 'GCM',
      },
      body,
    };
  });
}

/**
 * Calls the vendor. If it rejects the session (401), nothing has happened, so the call is made again with a new one.
 * @param prepare returns the call without its token.
 */
async function call(
  env: VendorSettings,
  path: string,
  prepare: (session: VendorSession) => Promise<RequestInit>,
): Promise<Fields> {
  const session = await vendorSession(env);
  const send = async (by: VendorSession) => {
    const { headers, ...init } = await prepare(by);
    const authorization = { Authorization: `Bearer ${by.token}` };
    return sendToVendor(`${env.BAROCERT_URL}${path}`, { ...init, headers: { ...headers, ...authorization } });
  };
  const text = await send(session).catch(async (failure: unknown) => {
    if (!(failure instanceof VendorRefusal) || failure.status !== 401) throw failure;
    await dropSession(env, session);
    return send(await vendorSession(env));
  });
  return readObject(text);
}
