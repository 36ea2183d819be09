import { directoryOf } from '../directory/index.ts';
import { matchesTypedName } from '../subscriber.ts';
import { type BarocertCall, requireClient, vendorCall } from './vendor-call.ts';
import { BarocertError } from './vendor-errors.ts';
import { readLoginFields, readVerificationFields } from './vendor-login-fields.ts';
import { type FoundLogin, statusOf, verifiedResult } from './vendor-login-result.ts';
import { readApiRequest } from './vendor-signed-request.ts';
import { koreanDay } from './vendor-time.ts';

/**
 * `POST /PASS/Login/:clientCode`: sends a login request to a phone. If the application opens the app, the response
 * contains the link to the request on the sandbox's phone.
 */
export const createLogin = vendorCall('barocert/login', async (call) => {
  const { env, now, meets } = call;
  await requireClient(call);
  const fields = await readLoginFields(env.BAROCERT_SECRET_KEY, await readApiRequest(call));
  if (meets('too-many-requests')) throw new BarocertError('too_many_requests');
  const options = { clientCode: env.BAROCERT_CLIENT_CODE, repeatsReceipt: meets('duplicate-receipt') };
  const requested = await directoryOf(env).requestBarocertLogin(fields, options, now);
  if ('refused' in requested) throw new BarocertError(requested.refused);
  const { receiptID, requestId } = requested;
  const scheme = `${env.SANDBOX_URL}/sandbox/open/${requestId}`;
  const marketUrl = `${env.SANDBOX_URL}/sandbox?phoneNo=${fields.receiverHP}`;
  return Response.json({ receiptID, ...(fields.appUseYN && { scheme, marketUrl }) });
});

/** `GET /PASS/Login/:clientCode/:receiptID`: returns the state of a login. */
export const readLogin = vendorCall('barocert/status', async (call) => {
  await requireClient(call);
  return Response.json(statusOf(await findLogin(call), call.env.BAROCERT_CLIENT_CODE));
});

/**
 * `POST /PASS/Login/Verify/:clientCode/:receiptID`: returns the user's data if the user has approved the login, and if
 * the caller sends the same name and number again.
 */
export const verifyLogin = vendorCall('barocert/verify', async (call) => {
  const { env, now, meets } = call;
  await requireClient(call);
  const fields = await readVerificationFields(env.BAROCERT_SECRET_KEY, await readApiRequest(call));
  const { login, status, subscriber } = await findLogin(call);
  if (status !== 'approved') throw new BarocertError('not_completed');
  if (subscriber?.phoneNo !== fields.receiverHP || !matchesTypedName(subscriber, fields.receiverName))
    throw new BarocertError('mismatch');
  if (meets('verify-once') && login.isVerified) throw new BarocertError('already_verified');
  await directoryOf(env).setBarocertVerified(login.requestId);
  return Response.json(await verifiedResult(login, subscriber, now));
});

/** @throws {BarocertError} `unknown_receipt`, or `day_over` after 23:59:59 in Korea on the day of the request. */
async function findLogin({ env, path, now, vendorNow, meets }: BarocertCall): Promise<FoundLogin> {
  const found = await directoryOf(env).barocertLogin(path.receiptID ?? '', now);
  if (found === undefined) throw new BarocertError('unknown_receipt');
  const isOver = koreanDay(vendorNow) > koreanDay(found.login.created);
  if (isOver || meets('day-over')) throw new BarocertError('day_over');
  return found;
}
