import { prefersPage } from '../../../core/http/accept.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import { errorResponse } from '../../../core/worker/endpoint.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import { logPhoneRequest, type PhoneEvent } from './log-phone-request.ts';
import type { SignInContext } from './sign-in-context.ts';

/** The result of a step. {@link respond} logs it, stores the sign-in, and answers. */
export interface Transition {
  /** A page, a redirect, or data for a page's script, without cookies. */
  response: Response;
  /** The sign-in after the step. If it's missing, this browser's cookie stays as it is. */
  signIn?: SignIn | undefined;
  /** Additional Set-Cookie values. */
  cookies?: readonly string[];
  events?: readonly PhoneEvent[];
  /** The reason why the page asks the user to correct something. Programs get its JSON (§7) instead of the page. */
  refusal?: ProtocolError;
}

/** Answers with the result of a step. @throws {ProtocolError} if the sign-in can't be stored. */
export async function respond(
  context: Omit<SignInContext, 'signIn'>,
  { events = [], refusal, ...result }: Transition,
): Promise<Response> {
  for (const event of events) logPhoneRequest(context, event);
  if (refusal === undefined) return withSignIn(context, result);
  context.noteRefusal(refusal);
  return prefersPage(context.request)
    ? withSignIn(context, result)
    : errorResponse(refusal, context.language);
}

/** Returns the response with the cookies that store the sign-in. */
export async function withSignIn(
  context: AuthorizeContext,
  { response, signIn, cookies = [] }: Pick<Transition, 'response' | 'signIn' | 'cookies'>,
): Promise<Response> {
  const stored = signIn === undefined ? [] : [await storeSignIn(context, signIn)];
  for (const cookie of [...stored, ...cookies]) response.headers.append('Set-Cookie', cookie);
  return response;
}
