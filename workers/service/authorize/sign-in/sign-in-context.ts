import type { Language } from '../../../core/http/language.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Application } from '../../shared/applications.ts';
import { redirectOfDigest } from '../../shared/redirect-digest.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import { readSignIn } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import { MissingCookieError, missingCookieError } from './missing-cookie.ts';
import { pageLanguage } from './page-language.ts';
import { findClient } from './sign-in-client.ts';

/** A request within a sign-in: what every handler is given, and the sign-in as this browser's cookie holds it. */
export interface SignInContext extends AuthorizeContext {
  readonly parameters: Parameters;
  readonly signIn: SignIn;
  readonly application: Application;
  readonly redirect_uri: string;
  /** The language of the pages; messages in JSON have none within a sign-in. */
  readonly language: Language;
}

/**
 * The cookie decides which sign-in it is, and whose; the parameter `flow` only says which cookie. If the application, or
 * its redirect address, was removed since the sign-in began, the sign-in can neither go on nor lead back.
 * @throws {ProtocolError} `invalid_item`, `unavailable`.
 */
export async function openSignIn(context: AuthorizeContext, parameters: Parameters): Promise<SignInContext> {
  const flow = parameters.required('flow');
  const signIn = await readSignIn(context, flow);
  if (signIn === undefined) throw await missingCookieError(context, flow);
  context.nameSignIn(signInName(signIn.id));
  const language = pageLanguage(context, signIn);
  const application = await findClient(context, signIn.client_id, language);
  if (application === undefined) throw new MissingCookieError(refusals.invalid_item, undefined);
  const redirect_uri = await redirectOfDigest(application.redirect_uris, signIn.redirect_uri_digest);
  if (redirect_uri === undefined) throw new MissingCookieError(refusals.invalid_item, application);
  return { ...context, parameters, signIn, application, redirect_uri, language };
}
