import { isAutomaticLogin } from '../../../packages/plid/fields/read-record.ts';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { agentLabel } from '../../core/http/agent-label.ts';
import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import type { SentUserRecord } from '../../core/protocol/user-record.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { endSingleSession } from '../sessions/end-single-session.ts';
import type { SessionsEnv } from '../sessions/read-session.ts';
import { cacheSession, deleteCachedSessions } from '../sessions/session-cache.ts';
import type { PresentedSession } from '../sessions/session-token.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { gatewayEvents } from '../settings/gateway-events.ts';
import { signInUser } from './sign-in-user.ts';

type OpenContext = Context<SessionsEnv & Pick<Bindings, 'SESSION_LIFETIME'>>;

/** A session to open. */
interface NewSession extends PresentedSession {
  /** The browser's previous session. */
  former: PresentedSession | undefined;
  /** Login facts from the service. */
  login: LoginFacts | undefined;
  /** Time at which the exchange of the sign-in's code began (`SignInRequest.began`). */
  began: number;
}

/**
 * Opens the session that a sign-in ends in. The browser's previous session ends, because a sign-in always changes
 * the secret. @throws {ProtocolError} errors of {@link signInUser}.
 */
export async function openSession(
  context: OpenContext,
  user: SentUserRecord,
  { former, began, login, ...opened }: NewSession,
): Promise<Session> {
  const { env, now, request } = context;
  const { plid, autoLoginYn, autoStatusCheck } = user;
  const lasting = { created: now, expires: now + env.SESSION_LIFETIME, ...(login && { login }) };
  const agent = agentLabel(request.headers.get('User-Agent'));
  const replaces = former?.plid === plid ? former.id : undefined;
  const stored = { id: opened.id, agent, autoLoginYn, autoStatusCheck, ...lasting };
  if (former !== undefined && former.plid !== plid) await endSingleSession(context, former);
  const { identity, ended } = await signInUser(context, user, { session: stored, began, replaces });
  const automatic = isAutomaticLogin(user) ? 'Y' : 'N';
  gatewayEvents.record(context, 'session_started', { plid, automatic });
  const session = { user: { plid, ...identity, autoLoginYn, autoStatusCheck }, ...lasting };
  context.waitUntil(cacheSession(context, opened, session));
  context.waitUntil(deleteCachedSessions(context, ended));
  return session;
}
