import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import type { UserRecord } from '../../../packages/plid/protocol/user-record.ts';
import { agentLabel } from '../../core/http/agent-label.ts';
import { isTemporary, ProtocolError, type Refusal, retryLaterError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { ClaimedFlow, claimFlow } from '../flow/claimed-flow.ts';
import type { FlowOutcome } from '../objects/flow.ts';
import { type Bindings, type FlowEnv, flowOf, userOf } from '../shared/gateway-bindings.ts';
import { gatewayEvents } from '../shared/gateway-events.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import type { Session } from '../shared/gateway-values.ts';
import {
  type CodeOfFlow,
  exchangeCode,
  readUser,
  type TokenEnv,
  type UserEnv,
} from '../upstream/service-endpoints.ts';
import { upstreamRefusals } from '../upstream/upstream-failure.ts';
import {
  cacheSession,
  deleteCachedSessions,
  type PresentedSession,
  presentedSession,
  sessionId,
} from './presented-session.ts';
import { readStoredSession, type SessionsEnv, signInUser } from './sessions.ts';

export type SignInEnv = FlowEnv & SessionsEnv & TokenEnv & UserEnv & Pick<Bindings, 'SESSION_LIFETIME'>;
type SignInContext = Context<SignInEnv>;

/** A flow that came back with a code. */
export interface ReturnedFlow extends CodeOfFlow {
  /** The secret of the session that the flow ends in. */
  session: string;
  /** An automatic login is not enough. */
  full?: boolean;
  /** When the flow ends, in seconds since 1970. */
  expires: number;
}

/**
 * Takes a flow to its end, once. Of all callbacks of the flow the first to claim it redeems the code; the others wait for
 * its outcome and get the same. The work goes on even if the browser that asked for it has gone.
 * @param ofApp whether it is an app's flow: a repeat of it has to bring the code that the first one brought, and a code that the service
 *   refuses leaves nothing stored, since anybody can begin such a flow and make one up.
 * @returns the session, undefined where it has ended since; and whether this call made it.
 * @throws {UpstreamFailure}; {ProtocolError} `flow_expired`, `flow_used`, `unavailable`, or why the first one failed.
 */
export async function completeSignIn(
  context: SignInContext,
  flow: ReturnedFlow,
  { ofApp }: { ofApp: boolean },
): Promise<{ session: Session | undefined; fresh: boolean }> {
  const id = await sessionId(flow.session);
  const code = await sha256Base64url(flow.code);
  const held = ofApp ? { held: true as const } : {};
  const claimed = await claimFlow(context, id, {
    status: 'exchanging',
    code,
    expires: flow.expires,
    ...held,
  });
  if (!(claimed instanceof ClaimedFlow)) {
    if (claimed.status === 'expired') throw new ProtocolError(gatewayRefusals.flow_expired);
    if (ofApp && claimed.code !== code) throw new ProtocolError(gatewayRefusals.flow_used);
    return { session: await sessionOf(context, id, claimed), fresh: false };
  }
  const work = establish(context, flow, id, claimed);
  context.waitUntil(work.catch(() => undefined));
  return { session: await work, fresh: true };
}

/** The one exchange of a flow: code, user, session. */
async function establish(
  context: SignInContext,
  flow: ReturnedFlow,
  id: string,
  claimed: ClaimedFlow,
): Promise<Session> {
  const began = Date.now();
  try {
    const { access_token } = await claimed.redeem(() => exchangeCode(context.env, flow));
    const { user } = await readUser(context, access_token);
    if (flow.full && isAutomaticLogin(user)) throw refusedAutomatic(context, user.plid);
    const opened = { plid: user.plid, secret: flow.session, id };
    const session = await openSession(context, opened, user, began);
    await claimed.succeed(user.plid);
    return session;
  } catch (failure) {
    await claimed.fail(failure instanceof ProtocolError ? failure.reason : 'internal');
    throw failure;
  }
}

/** Whatever became of the address at the service: nobody has tapped, and this flow had asked for that. */
function refusedAutomatic(context: SignInContext, plid: string): ProtocolError {
  gatewayEvents.record(context, 'automatic_login_refused', { plid });
  return new ProtocolError(refusals.login_required);
}

/** The session that the browser had until now ends with it: a sign-in always changes the secret. */
async function openSession(
  context: SignInContext,
  opened: PresentedSession,
  user: UserRecord,
  began: number,
): Promise<Session> {
  const { env, now, request } = context;
  const former = await presentedSession(request, env.KEYS, now);
  const { plid, autoLoginYn, autoStatusCheck } = user;
  const times = { created: now, expires: now + env.SESSION_LIFETIME };
  const agent = agentLabel(request.headers.get('User-Agent'));
  const replaces = former?.plid === plid ? former.id : undefined;
  const stored = { id: opened.id, agent, autoLoginYn, autoStatusCheck, ...times };
  if (former !== undefined && former.plid !== plid) await endFormer(context, former);
  const { identity, ended } = await signInUser(context, user, { session: stored, began, replaces });
  const automatic = isAutomaticLogin(user) ? 'Y' : 'N';
  gatewayEvents.record(context, 'session_started', { plid, automatic });
  const session = { user: { plid, ...identity, autoLoginYn, autoStatusCheck }, ...times };
  context.waitUntil(cacheSession(context, opened, session));
  context.waitUntil(deleteCachedSessions(context, ended));
  return session;
}

/** Ends the session of another user who was signed in in this browser: KV's copy with it, whatever becomes of the sign-in. */
async function endFormer(context: SignInContext, { plid, id }: PresentedSession): Promise<void> {
  const { env, now } = context;
  const ending = userOf(env, plid).logOut(id, 'this', now);
  const ended = (await callObject('ending the former session of a browser', ending)) ?? [];
  context.waitUntil(deleteCachedSessions(context, ended));
  if (ended.length > 0) gatewayEvents.record(context, 'session_ended', { plid });
}

/** Pauses between two looks at another call's outcome, in seconds; ten in all. */
const pauses = [0.1, 0.2, 0.4, 0.8, 1, 1.5, 2, 2, 2];

/** The session in which a flow ended, waiting for the call that exchanges the code. */
async function sessionOf(context: SignInContext, id: string, claimed: FlowOutcome) {
  let outcome: FlowOutcome | undefined = claimed;
  for (const pause of pauses) {
    if (outcome === undefined) throw new ProtocolError(gatewayRefusals.flow_expired);
    if (outcome.status === 'failed') throw failureOf(outcome.reason);
    if (outcome.status === 'proxied') throw new ProtocolError(gatewayRefusals.flow_used);
    if (outcome.status === 'signed_in') return readStoredSession(context, { plid: outcome.plid, id });
    if (outcome.deadline <= context.now) throw retryLaterError(gatewayRefusals.sign_in_broken_off, 1);
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    outcome = await callObject('waiting for a sign-in', flowOf(context.env, id).outcome());
  }
  throw retryLaterError(gatewayRefusals.sign_in_pending, 3);
}

/** What {@link establish} may fail with, and a flow's outcome may name. */
const failures: readonly Refusal[] = [
  ...Object.values(upstreamRefusals),
  gatewayRefusals.signed_out,
  refusals.login_required,
  refusals.unavailable,
];

/** Why a sign-in failed, as its outcome names it; `internal` for a reason that only another release knows. */
export function failureOf(reason: string): ProtocolError {
  const refusal = failures.find((known) => known.reason === reason) ?? refusals.internal;
  return isTemporary(refusal) ? retryLaterError(refusal, 5) : new ProtocolError(refusal);
}
