import type { Language } from '../../../core/http/language.ts';
import { type Parameters, readParameters } from '../../../core/http/parameters.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import { refuseCrossSite } from '../../../core/http/same-origin.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Handler } from '../../../core/worker/endpoint.ts';
import { accountClient, accountClientId } from '../../shared/account-client.ts';
import { type Application, findApplication } from '../../shared/applications.ts';
import { digestOf } from '../../shared/codes.ts';
import { codeLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/service-values.ts';
import type { AuthorizeContext, Env } from './authorize-settings.ts';
import { readSignIn } from './sign-in-cookies.ts';
import type { FilledForm } from './typed-form.ts';

/** A request within a sign-in: what every handler is given, and the sign-in as this browser's cookie holds it. */
export interface SignInContext extends AuthorizeContext {
  readonly parameters: Parameters;
  readonly signIn: SignIn;
  readonly application: Application;
  readonly redirect_uri: string;
  /** The language of the pages; messages in JSON have none within a sign-in. */
  readonly language: Language;
}

/** Why a sign-in can't go on; `left`: the person who approved it has left the phone authentication app since. */
export type SignInEnding = 'expired' | 'cancelled' | 'finished' | 'left';

/**
 * The cookie decides which sign-in it is, and whose; the parameter `flow` only says which cookie. Where the application, or
 * its redirect address, was removed since the sign-in began, the sign-in can neither go on nor lead back.
 * @throws {ProtocolError} `invalid_item`, `unavailable`.
 */
async function openSignIn(context: AuthorizeContext, parameters: Parameters): Promise<SignInContext> {
  const missing = new ProtocolError(refusals.invalid_item, { item: 'flow' });
  const signIn = await readSignIn(context, parameters.required('flow'));
  if (signIn === undefined) throw missing;
  const application = await findClient(context, signIn.client_id, signIn);
  if (application === undefined) throw missing;
  const redirect_uri = await findRedirect(application, signIn.redirect_uri_digest);
  if (redirect_uri === undefined) throw missing;
  return {
    ...context,
    parameters,
    signIn,
    application,
    redirect_uri,
    language: pageLanguage(context, signIn),
  };
}

/**
 * The application that a sign-in is for: a registered one, or the service's own pages at the same host.
 * @param signIn decides the language of the own pages' name. @throws {ProtocolError} `unavailable`.
 */
export async function findClient(
  context: AuthorizeContext,
  client_id: string,
  signIn?: SignIn,
): Promise<Application | undefined> {
  if (client_id === accountClientId) return accountClient(context.url.origin, pageLanguage(context, signIn));
  return findApplication(context, client_id);
}

async function findRedirect({ redirect_uris }: Application, digest: string): Promise<string | undefined> {
  for (const redirect_uri of redirect_uris) {
    if ((await digestOf(redirect_uri)) === digest) return redirect_uri;
  }
  return undefined;
}

/**
 * The language of a page: what the application asked for in this sign-in (which the person's choice on one of its pages
 * replaces), what they chose before in this browser, and what their browser asks for.
 */
export function pageLanguage(
  { request, language }: Pick<AuthorizeContext, 'request' | 'language'>,
  signIn?: SignIn,
): Language {
  return signIn?.language ?? readRememberedLanguage(request) ?? language;
}

/**
 * Why a sign-in has ended; undefined while it is under way. Once it has given a code it stays open for as long as the code
 * may be redeemed, so that a form sent twice, or the browser's back button, gets the same code again.
 */
export function endingOf({ signIn, now }: Pick<SignInContext, 'signIn' | 'now'>): SignInEnding | undefined {
  if (signIn.cancelled) return 'cancelled';
  if (signIn.granted !== undefined && now >= signIn.granted + codeLifetime) return 'finished';
  return now >= signIn.expires ? 'expired' : undefined;
}

/** A refusal within a sign-in: its page knows the application, and leads back there. */
export class SignInError extends ProtocolError {
  readonly context: SignInContext;
  /** Set where the sign-in has ended. */
  readonly ending: SignInEnding | undefined;

  constructor(error: ProtocolError, context: SignInContext, ending?: SignInEnding) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.context = context;
    this.ending = ending;
    if (ending !== undefined) this.logged.ending = ending;
  }
}

/** A refusal while something is down, before the sign-in could be opened: its page leads back to the sign-in. */
export class UnopenedSignInError extends ProtocolError {
  /** Which one, as the request says. */
  readonly flow: string;

  constructor(error: ProtocolError, flow: string) {
    super(error.refusal, { ...error.values, headers: error.headers, cause: error.cause });
    this.flow = flow;
  }
}

/** The refusal of a sign-in that has ended. */
export const signInEndedError = (context: SignInContext, ending: SignInEnding): SignInError =>
  new SignInError(new ProtocolError(refusals.invalid_item, { item: 'flow' }), context, ending);

/** A refusal of the sign-in form: its page is the form again, with everything that was typed. */
export class SignInFormError extends SignInError {
  readonly form: FilledForm;

  constructor(error: ProtocolError, context: SignInContext, form: FilledForm) {
    super(error, context);
    this.form = form;
  }
}

type SignInHandler = (context: SignInContext) => Promise<Response>;

/** A handler that needs a sign-in which is under way. */
export function duringSignIn(handle: SignInHandler): Handler<Env> {
  return inAnySignIn((context) => {
    const ending = endingOf(context);
    if (ending !== undefined) throw signInEndedError(context, ending);
    return handle(context);
  });
}

/**
 * A handler that also answers when the sign-in has ended. Its refusals carry the sign-in, so that their pages can lead back
 * to the application.
 */
export function inAnySignIn(handle: SignInHandler): Handler<Env> {
  return async (outer) => {
    if (outer.request.method === 'POST') refuseCrossSite(outer.request, outer.url);
    const parameters = await readParameters(outer.request);
    const context = await openSignIn(outer, parameters).catch((failure) => {
      const isTrouble = failure instanceof ProtocolError && failure.status >= 500;
      throw isTrouble ? new UnopenedSignInError(failure, parameters.required('flow')) : failure;
    });
    context.note({ client_id: context.application.client_id });
    try {
      return await handle(context);
    } catch (failure) {
      if (!(failure instanceof ProtocolError) || failure instanceof SignInError) throw failure;
      throw new SignInError(failure, context);
    }
  };
}
