import { agentLabel } from '../../../core/http/agent-label.ts';
import type { Attribute, Identity } from '../../../core/protocol/user-record.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { GrantResult } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import { phoneObjectName } from '../../objects/phones.ts';
import { digestTerms } from '../../registry/consents.ts';
import { encryptGrantIdentity } from '../../tokens/grant-identity.ts';
import { locationOf } from '../carrier/confirmation-request.ts';
import { readDeviceOfUser } from '../cookies/device-cookie.ts';
import { isKnownBrowser } from '../cookies/known-numbers-cookie.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import { pageBeforeCode } from '../flow/page-before-code.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { extendedExpiry } from '../flow/sign-in-expiry.ts';
import { factsForApplication, type SignInFacts } from '../stages/sign-in-facts.ts';
import { approvedIn, type PhoneRequest } from '../stages/sign-in-stage.ts';
import { type Approval, replaceTerminatedOwner, resolveAccount } from './resolve-account.ts';

/** Outcome of a grant. `another` means that the request names another user. */
export type GrantOutcome = GrantResult | { outcome: 'another' };

/**
 * Records the grant in the user's account. If the account was terminated but the number's object still names it,
 * because `Phone.leave` stopped halfway, a new account replaces it. If the account was terminated after this
 * sign-in's approval, the sign-in ends.
 */
export async function grantSignIn(
  context: SignInContext,
  approval: Approval,
  facts: SignInFacts,
  consent: ConsentAnswer | undefined,
): Promise<{ plid: string; result: GrantOutcome }> {
  const { signIn, env, now } = context;
  const request = {
    ...(await grantRequest(context, approval.identity, facts, consent)),
    phone: await phoneObjectName(env, approval.phone.phoneNo),
    from: await placeOf(context, approval.phone),
  };
  const grantIn = async (plid: string): Promise<GrantOutcome> => {
    if (signIn.hinted !== undefined && signIn.hinted !== plid) return { outcome: 'another' };
    const device = await readDeviceOfUser(context, signIn.client_id, plid);
    const renewal = device === undefined || signIn.automaticLogin === undefined ? {} : { device };
    const granting = accountOf(env, plid).grant({ ...request, ...renewal }, now);
    return callObject<GrantResult>('granting a sign-in', granting);
  };
  const plid = await resolveAccount(context, approval);
  const result = await grantIn(plid);
  if (result.outcome !== 'terminated' || approvedIn(signIn.stage) !== undefined) return { plid, result };
  const next = await replaceTerminatedOwner(context, approval, plid);
  return { plid: next, result: await grantIn(next) };
}

/**
 * Returns the browser's country and city, and whether the number knows the browser. The user can read this
 * information at `/account`.
 */
async function placeOf(context: SignInContext, phone: PhoneRequest) {
  return { ...locationOf(context.request), known: await isKnownBrowser(context, phone) };
}

/** Returns the account's request for a grant, without what depends on the phone. */
export async function grantRequest(
  context: SignInContext,
  identity: Identity,
  facts: SignInFacts,
  consent: ConsentAnswer | undefined,
) {
  const { signIn, application, request, format, now } = context;
  const { id, client_id, identityKey, automaticLogin } = signIn;
  const asked = consent?.agreed ?? signIn.asked;
  const choice = consent?.automaticLogin ?? (automaticLogin === 'chosen' ? 'Y' : undefined);
  const terms = await digestTerms(application);
  const page = automaticLogin !== undefined && choice === 'Y' && pageBeforeCode(context);
  return {
    id,
    client_id,
    asked,
    optional: signIn.optional,
    ...(terms && { terms }),
    ...(consent && { agreement: consent.agreement }),
    identity: await encryptGrantIdentity(identityKey, pickFields(identity, asked)),
    ...format.grantFields(signIn, signIn.redirect_uri_digest, factsForApplication(facts)),
    agent: agentLabel(request.headers.get('User-Agent')),
    ...(automaticLogin !== undefined && choice !== undefined && { automaticLogin: choice }),
    ...(page && { codeUntil: extendedExpiry(signIn, now) }),
  };
}

/** Returns only the requested attributes of an identity. */
export function pickFields(identity: Identity, asked: readonly Attribute[]): Identity {
  return Object.fromEntries(
    asked.flatMap((name) => (identity[name] === undefined ? [] : [[name, identity[name]]])),
  );
}
