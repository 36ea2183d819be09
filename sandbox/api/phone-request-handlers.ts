import * as v from 'valibot';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { queryParameters } from '../../workers/core/protocol/parameters.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { describeFailure } from '../../workers/core/worker/log.ts';
import { isAllowedAddress } from '../allowed-address.ts';
import { directoryOf } from '../directory/index.ts';
import type { Denial, PhoneRequest } from '../directory/request-table.ts';
import type { Env } from '../sandbox-bindings.ts';
import * as sandboxRefusals from '../sandbox-refusals.ts';
import { notifyServiceOfAnswer } from '../service-client.ts';
import { phonePath, respondWithJsonOrRedirect } from './json-or-redirect.ts';
import { readFields } from './read-fields.ts';

const approval = v.object({ match: v.pipe(v.string(), v.regex(/^\d\d$/)) });
/** If no reason is given, the denial means that the user didn't make the request. */
const denial = v.object({ why: v.optional(v.picklist(['person', 'blocked']), 'person') });
const opening = v.object({ phoneNo: v.string() });
const scan = v.object({ code: v.pipe(v.string(), v.trim()) });

/**
 * Returns the requests on one phone or on all phones, newest first. Each request includes the number to match, so
 * that a script can approve. If only one phone is requested, the phone's notices are included.
 */
export async function listRequests({ env, now, url }: Context<Env>): Promise<Response> {
  const phoneNo = queryParameters(url).optional('phoneNo');
  const requests = await directoryOf(env).requests(phoneNo, now);
  const notices = phoneNo === undefined ? [] : await directoryOf(env).notices(phoneNo);
  return Response.json({ requests, notices });
}

/** Opens a request on a phone if the request was started without a phone number. */
export async function openOnPhone(context: Context<Env>): Promise<Response> {
  const { request, url, path } = context;
  refuseCrossSite(request, url);
  const { phoneNo } = await readFields(request, opening, ['phoneNo']);
  await findOpenedRequest(context);
  const opened = await assign(context, path.id ?? '', phoneNo);
  return respondWithJsonOrRedirect(request, { request: opened }, `/sandbox/open/${opened.id}`);
}

/**
 * Returns the request that a link opens. A QR code's request can't be opened by a link, because otherwise the code
 * could be sent as a link. @throws {ProtocolError} `not_found` if no such request can be opened.
 */
export async function findOpenedRequest({ env, now, path }: Context<Env>): Promise<PhoneRequest> {
  const found = await directoryOf(env).request(path.id ?? '', now);
  if (found === undefined || (found.way === 'code' && found.phoneNo === ''))
    throw new ProtocolError(refusals.not_found);
  return found;
}

/** Scans, with a phone, the QR code that another device displays. */
export async function scanCode(context: Context<Env>): Promise<Response> {
  const { env, request, url, path, now } = context;
  refuseCrossSite(request, url);
  const { code } = await readFields(request, scan, ['code']);
  const found = await directoryOf(env).requestByCode(code, now);
  if (found === undefined) throw new ProtocolError(sandboxRefusals.unknown_code);
  const { phoneNo = '' } = path;
  const opened = await assign(context, found.id, phoneNo);
  return respondWithJsonOrRedirect(request, { request: opened }, phonePath(phoneNo));
}

/**
 * Assigns a request to a phone. @throws {ProtocolError} `not_found` if the request is unknown, or `other_phone` if
 * the phone can't open it.
 */
async function assign(context: Context<Env>, id: string, phoneNo: string): Promise<PhoneRequest> {
  const { env, now } = context;
  if ((await directoryOf(env).request(id, now)) === undefined) throw new ProtocolError(refusals.not_found);
  const opened = await directoryOf(env).open(id, phoneNo, now);
  if (opened === undefined) throw new ProtocolError(sandboxRefusals.other_phone);
  await notifyService(context, opened);
  return opened;
}

/** Handles the number that the user chooses or types. The response is the request with its new status. */
export async function approve(context: Context<Env>): Promise<Response> {
  const { match } = await readFields(context.request, approval, ['match']);
  return decide(context, match);
}

/** Denies a request for the user, and optionally blocks further requests. */
export async function deny(context: Context<Env>): Promise<Response> {
  const { why } = await readFields(context.request, denial, ['why']);
  return decide(context, undefined, why === 'blocked' ? 'blocked' : 'denied');
}

/**
 * Applies the user's decision, and redirects to the phone's page. If the request was opened by its link
 * (`?opened=Y`), it redirects to the sign-in page. If the phone is shown next to a relay, it redirects to the
 * relay's page.
 */
async function decide(context: Context<Env>, match: string | undefined, denial?: Denial): Promise<Response> {
  const { env, now, path, request, url } = context;
  refuseCrossSite(request, url);
  const decided = await directoryOf(env).decide(path.id ?? '', match, now, denial);
  if (decided === undefined) throw new ProtocolError(refusals.not_found);
  await notifyService(context, decided);
  const { phoneNo, returnTo } = decided;
  const query = queryParameters(url);
  const isOpened = query.optional('opened') === 'Y';
  const relay = query.optional('relay');
  const page = relay === undefined ? phonePath(phoneNo) : `/sandbox/relay/${encodeURIComponent(relay)}`;
  const back = isOpened && isAllowedAddress(returnTo, context) ? returnTo : page;
  return respondWithJsonOrRedirect(request, { request: decided }, back);
}

/**
 * Notifies the service, as the phone's carrier, that the phone has responded. The call doesn't delay the response
 * to the phone.
 */
async function notifyService(
  { env, waitUntil, log }: Context<Env>,
  { id, status, telcoCd, phoneNo }: PhoneRequest,
): Promise<void> {
  if (status === 'pending' || telcoCd === undefined) return;
  const subscriber = await directoryOf(env).subscriber(phoneNo);
  if (subscriber?.calls === 'N') return;
  const failed = (failure: unknown) =>
    log('warn', { operation: 'calling the service', cause: describeFailure(failure) });
  waitUntil(notifyServiceOfAnswer(env, id, telcoCd).catch(failed));
}
