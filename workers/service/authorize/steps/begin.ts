import { isLanguage, type Language } from '../../../core/http/language.ts';
import { isPrefetch, isTopLevel } from '../../../core/http/navigation.ts';
import { type Parameters, readParameters } from '../../../core/http/parameters.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { challengeFormat } from '../../../core/protocol/pkce.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/outages.ts';
import type { AutomaticGrantResult } from '../../objects/account-tables.ts';
import { accountClientId } from '../../shared/account-client.ts';
import { accountOf } from '../../shared/accounts.ts';
import type { Application } from '../../shared/applications.ts';
import { digestOf } from '../../shared/codes.ts';
import { digestTerms } from '../../shared/consents.ts';
import { createIdentityKey } from '../../shared/grant-identity.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import { signInLifetime } from '../../shared/service-lifetimes.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { signInPage } from '../pages/sign-in-page.tsx';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { endingOf, findClient, pageLanguage } from '../sign-in/sign-in-context.ts';
import {
  createSignInId,
  dropOldSignIns,
  keepSignIn,
  readDevice,
  readSignIns,
} from '../sign-in/sign-in-cookies.ts';
import { backForLogin, backWithCode } from '../sign-in/sign-in-redirects.ts';
import { readTypedForm } from '../sign-in/typed-form.ts';

/** The authorization request (§4.1): an automatic login where there may be one, else the sign-in page. */
export async function begin(context: AuthorizeContext): Promise<Response> {
  const request = await readAuthorizationRequest(context);
  const { application, redirect_uri, prompt } = request;
  context.note({ client_id: application.client_id });
  const isFull = needsFullSignIn(request);
  const automatic = isFull ? undefined : await logInAutomatically(context, request);
  if (automatic instanceof Response) return automatic;
  const language = request.language ?? pageLanguage(context);
  if (prompt === 'none') return backForLogin(request, language);

  const begun = await createSignIn(context.now, request);
  const offered = automatic === 'unconsented' ? ('chosen' as const) : ('offered' as const);
  const signIn = isFull ? begun : { ...begun, automaticLogin: offered };
  const cookies = [...dropOldSignIns(context), await keepSignIn(context, signIn)];
  const form = await readTypedForm(context, signIn.id);
  const forget = await mustForget(context);
  const { env, url } = context;
  return signInPage({ env, url, signIn, application, redirect_uri, language }, { form, cookies, forget });
}

/**
 * Logs a device that chose automatic login in without a page (§1, §2.1 mode 2).
 * @returns the redirect with a code, or why the person must sign in.
 * @throws {ProtocolError} `unavailable` where the account can't be asked.
 */
async function logInAutomatically(
  context: AuthorizeContext,
  request: AuthorizationRequest,
): Promise<Response | Exclude<AutomaticGrantResult, 'granted'>> {
  const { client_id, attributes: asked, optional = [] } = request.application;
  if (!isOpenedByPerson(context.request)) return 'refused';
  const registered = await readDevice(context, client_id);
  if (registered === undefined) return 'refused';
  const { plid, device } = registered;
  const grant = crypto.randomUUID();
  const terms = await digestTerms(request.application);
  const asking = accountOf(context.env, plid).grantAutomatically(
    { id: grant, client_id, device, asked, optional, ...(terms && { terms }) },
    context.now,
  );
  const outcome = await callObject<AutomaticGrantResult>('granting an automatic login', asking);
  const event = outcome === 'granted' ? 'automatic_login_granted' : 'automatic_login_refused';
  serviceEvents.record(context, event, { client_id, plid });
  if (outcome !== 'granted') return outcome;
  return backWithCode(context, { ...request, client_id }, { plid, grant });
}

/**
 * Whether the browser must not fill the form in with what was typed before: a sign-in of this browser is over, or none is known any
 * more. The next person at the browser may be somebody else.
 */
async function mustForget(context: AuthorizeContext): Promise<boolean> {
  const signIns = await readSignIns(context);
  const isOver = (signIn: SignIn) =>
    signIn.granted !== undefined || endingOf({ signIn, now: context.now }) !== undefined;
  return signIns.length === 0 || signIns.some(isOver);
}

/** A page in a frame, an image or a prefetch must not log anybody in. */
const isOpenedByPerson = (request: Request): boolean => isTopLevel(request) && !isPrefetch(request);

const needsFullSignIn = ({ application, prompt }: AuthorizationRequest): boolean =>
  prompt === 'select_account' || prompt === 'login' || application.client_id === accountClientId;

async function createSignIn(now: number, request: AuthorizationRequest): Promise<SignIn> {
  const { application, redirect_uri, state, code_challenge, isHybrid, language } = request;
  const expires = now + signInLifetime;
  return {
    id: createSignInId(expires),
    identityKey: createIdentityKey(),
    client_id: application.client_id,
    redirect_uri_digest: await digestOf(redirect_uri),
    state,
    asked: application.attributes,
    ...(application.optional && {
      optional: application.optional.map((attribute) => application.attributes.indexOf(attribute)),
    }),
    expires,
    ...(isHybrid && { isHybrid }),
    ...(code_challenge && { code_challenge }),
    ...(language && { language }),
  };
}

/** An authorization request (§4.1) that has passed every check. */
interface AuthorizationRequest {
  application: Application;
  redirect_uri: string;
  /** As it was sent, percent-encoded. */
  state: string;
  /** RFC 7636, S256. */
  code_challenge?: string;
  /** Any other value counts as absent. */
  prompt?: 'select_account' | 'login' | 'none';
  isHybrid: boolean;
  /** The first language of `ui_locales` that we speak. */
  language?: Language;
}

/** Of `state` as it is sent, percent-encoding included, in characters. */
const maxStateLength = 2_048;

/**
 * Reads an authorization request, out of its query string and, for a POST, its form. No refusal is redirected, neither before the redirect address is verified
 * nor after.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here.
 */
async function readAuthorizationRequest(context: AuthorizeContext): Promise<AuthorizationRequest> {
  const parameters = await readParameters(context.request);
  const client_id = parameters.optional('client_id');
  if (client_id === undefined) throw new ProtocolError(refusals.missing_client);
  const application = await findClient(context, client_id);
  if (application === undefined) throw new ProtocolError(refusals.unknown_client);

  const redirect_uri = parameters.required('redirect_uri');
  if (!application.redirect_uris.includes(redirect_uri)) {
    throw new ProtocolError(serviceRefusals.unregistered_redirect, { value: redirect_uri });
  }
  if (parameters.required('response_type') !== 'code') {
    throw new ProtocolError(refusals.invalid_item, { item: 'response_type' });
  }
  const state = readState(parameters);
  const prompt = readPrompt(parameters);
  const isHybrid = parameters.optional('isHybrid') === 'Y';
  const code_challenge = readChallenge(parameters);
  const language = readUiLocales(parameters);
  return {
    application,
    redirect_uri,
    state,
    isHybrid,
    ...(prompt && { prompt }),
    ...(code_challenge && { code_challenge }),
    ...(language && { language }),
  };
}

function readState(parameters: Parameters): string {
  const state = parameters.requiredAsSent('state');
  if (state.length > maxStateLength) {
    throw new ProtocolError(refusals.too_long, { item: 'state', value: String(maxStateLength) });
  }
  return state;
}

function readPrompt(parameters: Parameters): AuthorizationRequest['prompt'] {
  const prompt = parameters.optional('prompt');
  return prompt === 'select_account' || prompt === 'login' || prompt === 'none' ? prompt : undefined;
}

/** A challenge without a method means `plain` (RFC 7636), which we do not accept. */
function readChallenge(parameters: Parameters): string | undefined {
  const challenge = parameters.optional('code_challenge');
  const method = parameters.optional('code_challenge_method');
  if (challenge === undefined && method === undefined) return undefined;
  if (parameters.required('code_challenge_method') !== 'S256') {
    throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge_method' });
  }
  if (!challengeFormat.test(parameters.required('code_challenge'))) {
    throw new ProtocolError(refusals.invalid_item, { item: 'code_challenge' });
  }
  return challenge;
}

/** The first language of `ui_locales` that we speak: tags of RFC 5646 in order of preference, separated by spaces. */
function readUiLocales(parameters: Parameters): Language | undefined {
  const tags = parameters.optional('ui_locales')?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
}
