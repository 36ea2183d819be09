import type { Language } from '../../../core/http/language.ts';
import { type Parameters, readParameters } from '../../../core/http/parameters.ts';
import { refuseCrossSite } from '../../../core/http/same-origin.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Handler } from '../../../core/worker/endpoint.ts';
import { type Application, findApplication } from '../../shared/applications.ts';
import { codeLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { digestOf } from '../code.ts';
import type { AuthorizeContext, Env } from '../sign-in/authorize-settings.ts';
import { pageLanguage } from '../sign-in/page-language.ts';
import { readSignIn } from '../sign-in/sign-in-cookie.ts';
import { type Ending, SignInError } from './refusals.ts';

/** A request within a sign-in, and the sign-in itself as this browser's cookie has it. */
export interface Step {
  readonly context: AuthorizeContext;
  readonly parameters: Parameters;
  readonly signIn: SignIn;
  readonly application: Application;
  readonly redirect_uri: string;
  /** The language of the pages. */
  readonly language: Language;
}

type StepHandler = (step: Step) => Promise<Response>;

/**
 * A step of a sign-in that is under way. Its refusals know the sign-in, so that their pages can lead back to the
 * application.
 */
export function step(handle: StepHandler): Handler<Env> {
  return anyStep((found) => {
    const ending = endingOf(found);
    if (ending !== undefined) throw over(found, ending);
    return handle(found);
  });
}

/** A step that is also open to a sign-in which is over. */
export function anyStep(handle: StepHandler): Handler<Env> {
  return async (context) => {
    if (context.request.method === 'POST') refuseCrossSite(context.request, context.url);
    const found = await openStep(context, await readParameters(context.request));
    context.note({ client_id: found.application.client_id });
    try {
      return await handle(found);
    } catch (failure) {
      if (!(failure instanceof ProtocolError) || failure instanceof SignInError) throw failure;
      throw new SignInError(failure, found);
    }
  };
}

/** The refusal of a sign-in that is over. */
export const over = (found: Step, ending: Ending): SignInError =>
  new SignInError(new ProtocolError('invalid_item', { item: 'flow' }), found, ending);

/**
 * The cookie decides which sign-in it is, and whose; the form's `flow` only says which cookie. Where the application, or
 * its redirect address, was taken away since the sign-in began, there is no way on either.
 * @throws {ProtocolError} `invalid_item`.
 */
async function openStep(context: AuthorizeContext, parameters: Parameters): Promise<Step> {
  const lost = new ProtocolError('invalid_item', { item: 'flow' });
  const signIn = await readSignIn(context, parameters.required('flow'));
  if (signIn === undefined) throw lost;
  const application = await findApplication(context.env, signIn.client_id, context.now);
  if (application === undefined) throw lost;
  const redirect_uri = await findRedirect(application, signIn.redirect_uri_digest);
  if (redirect_uri === undefined) throw lost;
  return { context, parameters, signIn, application, redirect_uri, language: pageLanguage(context, signIn) };
}

async function findRedirect({ redirect_uris }: Application, digest: string): Promise<string | undefined> {
  for (const redirect_uri of redirect_uris) {
    if ((await digestOf(redirect_uri)) === digest) return redirect_uri;
  }
  return undefined;
}

/** A form sent twice, or a step back, gets the same code again, for as long as a code is good; after that it is over. */
function endingOf({ signIn, context: { now } }: Step): Ending | undefined {
  if (signIn.cancelled) return 'cancelled';
  if (signIn.granted !== undefined && now >= signIn.granted + codeLifetime) return 'finished';
  return now >= signIn.expires ? 'expired' : undefined;
}
