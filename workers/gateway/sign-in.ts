import type { Context } from '../core/endpoint.ts';
import { isTemporary, orUnavailable, ProtocolError, type Reason, retryLater } from '../core/errors.ts';
import { describeFailure, log } from '../core/log.ts';
import type { UserRecord } from '../core/user-record.ts';
import { agentLabel } from './agent-label.ts';
import type { Bindings } from './bindings.ts';
import { exchangeLifetime } from './lifetimes.ts';
import { cacheSession, forgetSessions, type Session } from './session-cache.ts';
import {
  activation,
  claimSignIn,
  endings,
  failSignIn,
  findSession,
  sessionsOf,
  sweep,
} from './session-rows.ts';
import { readSessionSecret, sessionId } from './session-secret.ts';
import { loadSession, type SessionsEnv } from './sessions.ts';
import { type CodeOfFlow, exchangeCode, type TokenEnv } from './token-exchange.ts';
import { filled, readUser, type UserEnv } from './upstream-user.ts';
import { rememberUser } from './users.ts';

export type SignInEnv = SessionsEnv & TokenEnv & UserEnv & Pick<Bindings, 'SESSION_LIFETIME'>;
type SignInContext = Context<SignInEnv>;

/** A flow that came back with a code. */
export interface ReturnedFlow extends CodeOfFlow {
  /** The secret of the session that the flow ends in. */
  session: string;
  /** When the flow ends, in seconds since 1970. */
  expires: number;
}

/**
 * Takes a flow to its end, once. Of all callbacks of the flow the first to claim it spends the code; the others wait for
 * what comes of it and are told the same. The work goes on even if the browser that asked for it has gone.
 * @returns the session, undefined where it has ended since; and whether this call made it.
 * @throws {UpstreamFailure}; {ProtocolError} `flow_expired`, `flow_used`, `unavailable`, or why the first one failed.
 */
export async function completeSignIn(
  context: SignInContext,
  flow: ReturnedFlow,
): Promise<{ session: Session | undefined; fresh: boolean }> {
  const id = await sessionId(flow.session);
  if (!(await claimed(context, flow, id))) return { session: await outcomeOf(context, id), fresh: false };
  const work = establish(context, flow, id);
  context.waitUntil(work.catch(() => undefined));
  context.note({ exchange: 'made' });
  return { session: await work, fresh: true };
}

async function claimed(
  { request, env, now }: SignInContext,
  flow: ReturnedFlow,
  id: string,
): Promise<boolean> {
  if (flow.expires <= now) return false;
  const agent = agentLabel(request.headers.get('User-Agent'));
  const expires = now + env.SESSION_LIFETIME;
  return claimSignIn(env.DATABASE, { id, status: 'pending', agent, created: now, expires });
}

/** The one exchange of a flow: code, user, row. */
async function establish(context: SignInContext, flow: ReturnedFlow, id: string): Promise<Session> {
  const { env } = context;
  try {
    const { access_token } = await exchangeCode(env, flow);
    const { user } = await readUser(env, access_token);
    return await openSession(context, flow.session, id, user);
  } catch (failure) {
    const reason = failure instanceof ProtocolError ? failure.reason : 'internal';
    await failSignIn(env.DATABASE, id, reason).catch((cause: unknown) =>
      log('error', { doing: 'recording in D1 that a sign-in failed', cause: describeFailure(cause) }),
    );
    throw failure;
  }
}

/** The session that the browser had until now ends with it: a sign-in always changes the secret. */
async function openSession(
  context: SignInContext,
  secret: string,
  id: string,
  user: UserRecord,
): Promise<Session> {
  const { env, now, request } = context;
  const { DATABASE } = env;
  const { identity, moved, statements } = await rememberUser(env, user.plid, filled(user), now);
  const superseded = (await Promise.all(moved.map((old) => sessionsOf(DATABASE, old, now)))).flat();
  const presented = readSessionSecret(request);
  const ended = [
    ...superseded.map((row) => row.id),
    ...(presented === undefined ? [] : [await sessionId(presented)]),
  ];
  const writes = [...statements, ...endings(DATABASE, ended), activation(DATABASE, id, user.plid, user)];
  await orUnavailable('remembering a sign-in in D1', DATABASE.batch([...writes, sweep(DATABASE, now)]));
  const { plid, autoLoginYn, autoStatusCheck } = user;
  const session = {
    user: { plid, ...identity, autoLoginYn, autoStatusCheck },
    created: now,
    expires: now + env.SESSION_LIFETIME,
  };
  context.waitUntil(cacheSession(context, id, secret, session));
  context.waitUntil(forgetSessions(env, ended));
  return session;
}

/** Between two looks at another one's work, in seconds; ten in all. */
const pauses = [0.1, 0.2, 0.4, 0.8, 1, 1.5, 2, 2, 2];

/** What came of a flow, waiting for whoever is at work on it. */
async function outcomeOf(context: SignInContext, id: string): Promise<Session | undefined> {
  const { env, now } = context;
  for (const pause of pauses) {
    const row = await findSession(env.DATABASE, id);
    if (row === undefined) throw new ProtocolError('flow_expired');
    if (row.status === 'failed') throw failureOf(row.failure);
    if (row.status === 'proxied') throw new ProtocolError('flow_used');
    if (row.status !== 'pending') return loadSession(context, id);
    if (row.created + exchangeLifetime <= now) throw failureOf('upstream_timeout');
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
  throw retryLater('sign_in_pending', 3);
}

const failureOf = (reason: Reason | null) =>
  reason !== null && isTemporary(reason) ? retryLater(reason, 5) : new ProtocolError(reason ?? 'internal');
