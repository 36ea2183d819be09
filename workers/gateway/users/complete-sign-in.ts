import { isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { readLoginFacts } from '../../core/protocol/login-facts.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { ClaimedFlow, claimFlow } from '../flow/claimed-flow.ts';
import { waitForFlowOutcome } from '../flow/flow-outcome.ts';
import type { FlowOutcome } from '../objects/flow.ts';
import type { FlowEnv } from '../objects/gateway-objects.ts';
import { readStoredSession, type SessionsEnv } from '../sessions/read-session.ts';
import { type PresentedSession, sessionId } from '../sessions/session-token.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { gatewayEvents } from '../settings/gateway-events.ts';
import { signInRepeatLifetime } from '../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import {
  exchangeCode,
  type FlowCode,
  readUser,
  type TokenEnv,
  type UserEnv,
} from '../upstream/service-calls.ts';
import { openSession } from './open-session.ts';

export type SignInEnv = FlowEnv & SessionsEnv & TokenEnv & UserEnv & Pick<Bindings, 'SESSION_LIFETIME'>;
type SignInContext = Context<SignInEnv>;

/** A flow that returned with a code. */
export interface ReturnedFlow extends FlowCode {
  /** Secret of the session that the flow ends in. */
  session: string;
  /** Whether an automatic login isn't enough. */
  full?: boolean;
  /** Expiry of the flow, in seconds since 1970. */
  expires: number;
}

interface Completion {
  /**
   * Whether the flow belongs to an app. If so, a code that the service rejects leaves nothing in storage, because
   * attackers can start such flows with invented codes.
   */
  ofApp: boolean;
  /** The browser's previous session. */
  former: PresentedSession | undefined;
}

/**
 * Completes a flow once. The first callback that claims the flow redeems the code. Repetitions with the same code
 * wait for the same outcome (RFC 6749 §10.5). With only the flow, such as the flow's cookie in an application's log,
 * a caller can't get the session. The work continues after the browser has disconnected.
 * @returns the session, and whether this call created it. The session is undefined if it has ended since then.
 * @throws {UpstreamFailure}; {ProtocolError} `flow_expired`, `flow_used`, `unavailable`, or the first callback's
 * error.
 */
export async function completeSignIn(
  context: SignInContext,
  flow: ReturnedFlow,
  { ofApp, former }: Completion,
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
    if (!isRepeat(claimed, code, context.now)) throw new ProtocolError(gatewayRefusals.flow_used);
    const plid = await waitForFlowOutcome(context, id, claimed);
    return { session: await readStoredSession(context, { plid, id }), fresh: false };
  }
  const began = Date.now();
  const work = claimed.complete(
    () => exchangeCode(context, flow),
    async ({ access_token, ...answer }) => {
      const { user } = await readUser(context, access_token);
      if (flow.full && isAutomaticLogin(user)) throw refusedAutomatic(context, user.plid);
      const login = readLoginFacts({ ...answer });
      return openSession(context, user, { plid: user.plid, secret: flow.session, id, former, began, login });
    },
  );
  context.waitUntil(work.catch(() => undefined));
  return { session: await work, fresh: true };
}

/** Whether a callback, or an app's request, is repeated in time and with the same code. */
const isRepeat = (claimed: FlowOutcome, code: string, now: number): boolean =>
  claimed.code === code && (claimed.status !== 'signed_in' || now < claimed.deadline + signInRepeatLifetime);

/**
 * Records that the service returned an automatic login although this flow requested a full sign-in.
 * @returns the error for the user.
 */
function refusedAutomatic(context: SignInContext, plid: string): ProtocolError {
  gatewayEvents.record(context, 'automatic_login_refused', { plid });
  return new ProtocolError(refusals.login_required);
}
