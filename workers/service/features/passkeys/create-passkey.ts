import { agentLabel } from '../../../core/http/agent-label.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { accountOf } from '../../objects/accounts.ts';
import { enforcedMinimumAge } from '../../registry/minimum-age.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { resumeGrant } from '../../sign-in/code/answer-grant.ts';
import { seeOther, signInPagePath } from '../../sign-in/flow/sign-in-paths.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import type { GrantedStage, PhoneRequest, Stage } from '../../sign-in/stages/sign-in-stage.ts';
import { readAuthenticatorData, readNewCredential } from './authenticator-data.ts';
import { createPasskeyPage } from './create-passkey-page.tsx';
import { hasPasskeys, type PasskeyContext } from './offered-passkeys.ts';
import type { PasskeyMethods } from './passkey-calls.ts';
import { passkeyContact } from './passkey-contact.ts';
import { hintCookie, readHint } from './passkey-hint.ts';
import { notifyNewPasskey } from './passkey-notices.ts';
import { readClientData } from './read-client-data.ts';

/** Name of the page, and the last part of its path. */
const createPageName = 'passkey';

/** A sign-in by phone that was granted and whose code waits for this page. */
type WaitingStage = GrantedStage & { page: string; method: 'phone'; request: PhoneRequest };

const waits = (stage: Stage): stage is WaitingStage =>
  stage.at === 'granted' && stage.page === createPageName && stage.method === 'phone';

/**
 * Returns the page's name if this browser is asked now. It's asked once. The flow calls this only for a sign-in that turns
 * on automatic login, which the risk decision, the phone, and the user have allowed.
 */
export const pageOfPasskey = (context: PasskeyContext): string | undefined =>
  hasPasskeys(context) && readHint(context) === undefined ? createPageName : undefined;

/** Shows the page that offers to create a passkey. The sign-in continues if no code waits for it, or passkeys were switched off. */
export async function showCreatePage(context: PasskeyContext): Promise<Transition> {
  const { stage } = context.signIn;
  if (!waits(stage)) return proceed(context);
  if (!hasPasskeys(context)) return resumeGrant(context, stage);
  return { response: createPasskeyPage(context, stage) };
}

const proceed = ({ signIn }: PasskeyContext): Transition => ({
  response: seeOther(signInPagePath('wait', signIn.id)),
});

/**
 * Stores the passkey that the browser has created, if it has, and redirects to the application. Nothing that goes wrong
 * with the passkey stops the sign-in.
 */
export async function submitCreation(context: PasskeyContext): Promise<Transition> {
  const { stage } = context.signIn;
  if (!waits(stage)) return proceed(context);
  const isCreated = hasPasskeys(context) && (await createPasskey(context, stage));
  const cookies = [hintCookie(context, isCreated ? 'created' : 'asked')];
  return { ...(await resumeGrant(context, stage)), cookies };
}

async function createPasskey(context: PasskeyContext, { plid, request }: WaitingStage): Promise<boolean> {
  const { env, now, signIn, application, parameters } = context;
  const clientData = readClientData(context, 'webauthn.create', parameters.optional('client_data') ?? '');
  const data = await readAuthenticatorData(context, parameters.optional('authenticator_data') ?? '');
  const credential = data && readNewCredential(data);
  if (clientData === undefined || data === undefined || credential === undefined) return false;
  const { phoneNo, telcoCd, mvno = false } = request;
  const passkey = {
    ...credential,
    counter: data.counter,
    age: enforcedMinimumAge(application),
    contact: await passkeyContact.seal(env.KEYS, { phoneNo, telcoCd, mvno }),
    client_id: signIn.client_id,
    sign_in: signIn.id,
    agent: agentLabel(context.request.headers.get('User-Agent')),
  };
  const creating: Promise<boolean> = accountOf<PasskeyMethods>(env, plid).createPasskey(passkey, now);
  const isCreated = await callObject<boolean>('creating a passkey', creating).catch(() => false);
  if (!isCreated) return false;
  serviceEvents.record(context, 'passkey_created', { client_id: signIn.client_id, plid });
  context.waitUntil(notifyNewPasskey(context, request, plid));
  return true;
}
