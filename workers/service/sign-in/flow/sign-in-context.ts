import type { Language } from '../../../core/http/language.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { redirectOfDigest } from '../../protocol/redirect-digest.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import type { Application } from '../../registry/applications.ts';
import { readSignIn } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { ApprovalMethod, FormMethod } from './approval-method.ts';
import { formatOf } from './format-of.ts';
import { MissingCookieError, missingCookieError } from './missing-cookie.ts';
import { pageLanguage } from './page-language.ts';
import type { RequestFormat, RequestFormats } from './request-format.ts';
import { findClient } from './sign-in-client.ts';

/**
 * The context of a request within a sign-in. It adds the sign-in from this browser's cookie to the context that
 * every handler gets.
 */
export interface SignInContext extends AuthorizeContext {
  readonly parameters: Parameters;
  readonly signIn: SignIn;
  readonly application: Application;
  readonly redirect_uri: string;
  /** Language of the pages. JSON messages have no language within a sign-in. */
  readonly language: Language;
  readonly methods: ApprovalMethods;
  readonly format: RequestFormat;
}

/** The parts of the context that pages use. */
export type View = Pick<
  SignInContext,
  'now' | 'request' | 'signIn' | 'application' | 'redirect_uri' | 'language' | 'env' | 'url' | 'methods'
>;

export type SignInMethod = ApprovalMethod<SignInContext, View>;
/** The ways in which users may approve a sign-in. The first one takes the entries of the form if no other one does. */
type ApprovalMethods = readonly [FormMethod<SignInContext, View>, ...SignInMethod[]];

/** The parts of the flow that the worker's index.ts lists. */
export interface FlowParts {
  readonly methods: ApprovalMethods;
  readonly formats: RequestFormats;
}

/**
 * Reads the sign-in of a request. The parameter `flow` only selects the cookie, and the cookie's content
 * identifies the sign-in and its application. If the application or its redirect URI was removed since the sign-in
 * started, the sign-in can neither continue nor redirect back. @throws {ProtocolError} `invalid_item`,
 * `unavailable`.
 */
export async function readSignInContext(
  context: AuthorizeContext,
  parameters: Parameters,
  { methods, formats }: FlowParts,
): Promise<SignInContext> {
  const flow = parameters.required('flow');
  const signIn = await readSignIn(context, flow);
  if (signIn === undefined) throw await missingCookieError(context, flow);
  context.nameSignIn(signInName(signIn.id));
  const language = pageLanguage(context, signIn);
  const application = await findClient(context, signIn.client_id, language);
  if (application === undefined) throw new MissingCookieError(refusals.invalid_item, undefined);
  const redirect_uri = await redirectOfDigest(application.redirect_uris, signIn.redirect_uri_digest);
  if (redirect_uri === undefined) throw new MissingCookieError(refusals.invalid_item, application);
  const format = formatOf(formats, signIn);
  return { ...context, parameters, signIn, application, redirect_uri, language, methods, format };
}
