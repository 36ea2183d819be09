import { prefersPage } from '../../../core/http/accept.ts';
import { errorResponse } from '../../../core/worker/endpoint.ts';
import { dropFormUnlessRemembered } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import { logPhoneEvent } from './phone-event.ts';
import type { SignInContext } from './sign-in-context.ts';
import type { Transition } from './transition.ts';

/** Answers with the result of a step. @throws {ProtocolError} if the sign-in can't be stored. */
export async function respond(
  context: Omit<SignInContext, 'signIn'>,
  { events = [], refusal, formToDrop, ...step }: Transition,
): Promise<Response> {
  for (const event of events) logPhoneEvent(context, context.application.client_id, event);
  const dropped = formToDrop === undefined ? [] : await dropFormUnlessRemembered(context, formToDrop);
  const result = { ...step, cookies: [...(step.cookies ?? []), ...dropped] };
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
