import { agentLabel } from '../../../core/http/agent-label.ts';
import { ProtocolError, type Refusal } from '../../../core/protocol/errors.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { accountOf } from '../../objects/accounts.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { digestTerms } from '../../registry/consents.ts';
import { enforcedMinimumAge } from '../../registry/minimum-age.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { cancelRequest } from '../../sign-in/carrier/cancel-request.ts';
import { locationOf } from '../../sign-in/carrier/confirmation-request.ts';
import { answerWithCode } from '../../sign-in/code/answer-grant.ts';
import { rejectAccountSwitch } from '../../sign-in/code/reject-account-switch.ts';
import { automaticLoginCookies } from '../../sign-in/cookies/automatic-login-cookies.ts';
import { readTypedForm } from '../../sign-in/cookies/form-cookie.ts';
import { callerOfBrowser } from '../../sign-in/cookies/known-numbers-cookie.ts';
import { signInEndedError } from '../../sign-in/flow/sign-in-errors.ts';
import { toForm } from '../../sign-in/flow/to-form.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { refuseForm } from '../../sign-in/form/refuse-form.ts';
import { limitKnownBrowser, limitSignIns } from '../../sign-in/limits/caller-limits.ts';
import { factsForApplication } from '../../sign-in/stages/sign-in-facts.ts';
import type { GrantedStage } from '../../sign-in/stages/sign-in-stage.ts';
import { allowsPasskey, type PasskeyContext } from './offered-passkeys.ts';
import type { PasskeyMethods, PasskeyOutcome } from './passkey-calls.ts';
import { forgottenHint } from './passkey-hint.ts';
import { notifyCopiedPasskey } from './passkey-notices.ts';
import { type Assertion, readAssertion } from './read-assertion.ts';

/**
 * Handles a sign-in with a passkey. Everything except the signature is checked before the account is asked. A failure shows the
 * form again, so that the user can sign in by phone.
 */
export async function submitPasskey(context: PasskeyContext): Promise<Transition> {
  const { signIn, parameters } = context;
  // The form had expired, and another sign-in with another challenge has replaced its own.
  if (signIn.id !== parameters.required('flow')) return { ...toForm(signIn.id), signIn };
  if (!allowsPasskey(context)) return refuse(context, serviceRefusals.phone_needed);
  const caller = await callerOfBrowser(context);
  const reached = await limitPasskey(context, caller);
  if (reached !== undefined) return showForm(context, reached);
  const assertion = await readAssertion(context);
  if (assertion === undefined) return refuse(context, serviceRefusals.passkey_unknown);
  if (signIn.hinted !== undefined && signIn.hinted !== assertion.plid) return rejectAccountSwitch(context);
  const result = await askAccount(context, assertion, caller !== undefined);
  return answerOutcome(context, assertion, result);
}

/** A browser that a number knows has a limit of its own. */
async function limitPasskey(
  context: PasskeyContext,
  caller: Awaited<ReturnType<typeof callerOfBrowser>>,
): Promise<ProtocolError | undefined> {
  const { client_id } = context.signIn;
  const reached = await limitSignIns(context, client_id, caller);
  return reached ?? (caller && limitKnownBrowser(context, client_id, true));
}

const showForm = async (context: PasskeyContext, refusal: ProtocolError): Promise<Transition> =>
  refuseForm(context, await readTypedForm(context, context.signIn), refusal);

const refuse = (context: PasskeyContext, refusal: Refusal): Promise<Transition> =>
  showForm(context, new ProtocolError(refusal));

const factsOf = ({ now }: PasskeyContext) => ({ approved: now, risk: 'nothing', method: 'passkey' }) as const;

/** @param known whether a number knows the browser. */
async function askAccount(
  context: PasskeyContext,
  { plid, ...assertion }: Assertion,
  known: boolean,
): Promise<PasskeyOutcome> {
  const { env, now, signIn, application, format } = context;
  const { id, client_id, asked, optional, redirect_uri_digest } = signIn;
  const facts = factsForApplication(factsOf(context));
  const terms = await digestTerms(application);
  const consent = {
    client_id,
    asked,
    optional,
    ...(terms && { terms }),
    ...format.grantFields(signIn, redirect_uri_digest, facts),
    seen: browserSeen(context, known),
  };
  const use = { ...assertion, id, facts, consent, minimumAge: enforcedMinimumAge(application) };
  const granting: Promise<PasskeyOutcome> = accountOf<PasskeyMethods>(env, plid).grantByPasskey(use, now);
  return callObject<PasskeyOutcome>('granting a sign-in by passkey', granting);
}

/** The browser as the user's list shows it. */
function browserSeen({ request }: PasskeyContext, known: boolean) {
  const agent = agentLabel(request.headers.get('User-Agent'));
  return { agent, from: { ...locationOf(request), known } };
}

async function answerOutcome(
  context: PasskeyContext,
  { plid }: Assertion,
  result: PasskeyOutcome,
): Promise<Transition> {
  const { client_id } = context.signIn;
  const { outcome } = result;
  if (outcome === 'granted') return completeSignIn(context, plid);
  if (outcome === 'spent') throw signInEndedError(context, 'finished');
  // Without a valid signature, the plid is only what the browser says.
  const about = { client_id, plid: outcome === 'unknown' ? undefined : plid };
  serviceEvents.record(context, outcome === 'copied' ? 'passkey_copied' : 'passkey_refused', about);
  if (outcome === 'copied') context.waitUntil(notifyCopiedPasskey(context, result.contact));
  const needsPhone = outcome === 'unconsented' || outcome === 'age';
  const refused = await refuse(
    context,
    needsPhone ? serviceRefusals.phone_needed : serviceRefusals.passkey_unknown,
  );
  // Unless only the consent is missing, this browser needs another passkey, and is asked after the next sign-in by phone.
  return outcome === 'unconsented' ? refused : { ...refused, cookies: [forgottenHint(context)] };
}

async function completeSignIn(context: PasskeyContext, plid: string): Promise<Transition> {
  const { signIn, now } = context;
  if (signIn.stage.at !== 'granted')
    serviceEvents.record(context, 'passkey_granted', { client_id: signIn.client_id, plid });
  const facts = factsOf(context);
  const stage: GrantedStage = { at: 'granted', granted: now, method: 'passkey', plid, facts };
  const completed = { ...context, signIn: { ...signIn, stage } };
  context.waitUntil(cancelRequest(context, undefined));
  const cookies = await automaticLoginCookies(completed, plid, false);
  return {
    ...(await answerWithCode(completed, stage, { hasIdentity: false })),
    cookies,
    formToDrop: signIn.id,
  };
}
