import * as v from 'valibot';
import { readCookie, writeCookie } from '../workers/core/http/cookies.ts';
import { redirect } from '../workers/core/http/redirect.ts';
import { ProtocolError } from '../workers/core/protocol/errors.ts';
import { queryParameters } from '../workers/core/protocol/parameters.ts';
import * as refusals from '../workers/core/protocol/refusals.ts';
import { refuseCrossSite } from '../workers/core/protocol/same-origin.ts';
import { attributePatternOf } from '../workers/core/protocol/user-record.ts';
import type { Context } from '../workers/core/worker/endpoint.ts';
import { readFields } from './api/read-fields.ts';
import { directoryOf } from './directory/index.ts';
import type { Env } from './sandbox-bindings.ts';

/** The phone that sandbox/world adds next to the pages of the shop and the sign-in. */
export interface SideBySide {
  /** The phone's number. If it is empty, the list of all phones is shown. */
  phoneNo: string;
  /**
   * The next step of an automatic sign-in (a run), which is submitting the sign-in form or responding on the
   * phone. Empty if there is no run.
   */
  run: '' | 'form' | 'phone';
  /** Whether the run also agrees on the consent page. */
  agree: '' | 'Y';
}

const cookie = 'plid-sandbox-beside';
/** In seconds. */
const lifetime = 43_200;

/** @returns undefined if the browser shows the pages without a phone. */
export function readSideBySide(request: Request): SideBySide | undefined {
  const [phoneNo = '', run, agree] = readCookie(request, cookie)?.split('.') ?? [undefined];
  if (!attributePatternOf('phoneNo').test(phoneNo) && phoneNo !== 'none') return undefined;
  return {
    phoneNo: phoneNo === 'none' ? '' : phoneNo,
    run: run === 'form' || run === 'phone' ? run : '',
    agree: agree === 'Y' ? 'Y' : '',
  };
}

/** A Set-Cookie value. */
export const writeSideBySide = (url: URL, { phoneNo, run, agree }: SideBySide): string =>
  writeCookie(url, cookie, [phoneNo || 'none', run, agree].join('.'), lifetime);

/** `GET /sandbox/side-by-side`: the shop with a phone next to it, which is by default one that waits for its owner. */
export async function openSideBySide(context: Context<Env>): Promise<Response> {
  const chosen = queryParameters(context.url).optional('phoneNo');
  if (chosen !== undefined) await findSubscriber(context, chosen);
  const phoneNo = chosen ?? (await waitingPhone(context));
  return redirect(302, '/', [writeSideBySide(context.url, { phoneNo, run: '', agree: '' })]);
}

/** `POST /sandbox/side-by-side/close`: removes the phone. */
export async function closeSideBySide({ request, url }: Context<Env>): Promise<Response> {
  refuseCrossSite(request, url);
  return redirect(303, '/', [writeCookie(url, cookie, '', 0)]);
}

const person = v.object({ phoneNo: v.string(), agree: v.optional(v.literal('Y')) });

/** `POST /sandbox/side-by-side`: starts a subscriber's sign-in, which then runs automatically in the browser. */
export async function signInAs(context: Context<Env>): Promise<Response> {
  const { request, url } = context;
  refuseCrossSite(request, url);
  const { phoneNo, agree = '' } = await readFields(request, person, Object.keys(person.entries));
  await findSubscriber(context, phoneNo);
  // The chosen user signs in, even if another user has automatic login on the device.
  return redirect(303, '/auth/login?return_to=/&prompt=login', [
    writeSideBySide(url, { phoneNo, run: 'form', agree }),
  ]);
}

/** Returns the number of a phone on which the user responds, or an empty text if all phones respond by themselves. */
async function waitingPhone({ env }: Context<Env>): Promise<string> {
  const subscribers = await directoryOf(env).subscribers();
  return subscribers.find(({ behaviour, left }) => behaviour === 'waits' && !left)?.phoneNo ?? '';
}

/** @throws {ProtocolError} `not_found`. */
async function findSubscriber({ env }: Context<Env>, phoneNo: string): Promise<void> {
  if ((await directoryOf(env).subscriber(phoneNo)) === undefined) throw new ProtocolError(refusals.not_found);
}
