import { env } from 'cloudflare:workers';
import { eventsOf, json } from './answers.ts';
import { type Exchange, readUser, type User } from './gateway-upstream.ts';
import {
  allows,
  browserFlows,
  digest,
  flowOf,
  identities,
  numberKey,
  ownerKey,
  personInLog,
  pseudonym,
  readCookie,
  sessionCopies,
  sessionTokens,
  setCookie,
  userOf,
} from './gateway-values.ts';

/** The limit for the callback; the peers are the same with an exchange of their own. */

interface BrowserFlow {
  state: string;
  session: string;
  code_verifier: string;
  return_to: string;
  expires: number;
}

const lifetime = 43_200;

const browsers = /\b(Edg|OPR|Firefox|Chrome|Safari)\//;
const systems = /\b(Android|iPhone|iPad|Windows|Macintosh|Linux)\b/;
const agentOf = (request: Request): string => {
  const text = request.headers.get('User-Agent') ?? '';
  return [browsers.exec(text)?.[1], systems.exec(text)?.[1]].filter(Boolean).join(', ');
};

/** Takes a browser's flow to its end. */
export async function callback(
  request: Request,
  url: URL,
  now: number,
  context: ExecutionContext,
  exchange: Exchange,
): Promise<Response> {
  if (!(await allows(env.REQUEST_LIMIT, request))) return json({ error: 'too_many_requests' }, 429);
  const state = url.searchParams.get('state') ?? '';
  const code = url.searchParams.get('code');
  const sealed = readCookie(request, `__Host-plid-flow-${state}`);
  const flow = sealed === undefined ? undefined : await browserFlows.open<BrowserFlow>(sealed, now);
  if (flow?.state !== state || code === null) return json({ error: 'invalid_request' }, 400);
  const destination = new URL(flow.return_to, env.GATEWAY_ORIGIN);
  if (destination.origin !== env.GATEWAY_ORIGIN) return json({ error: 'invalid_request' }, 400);
  const [id, codeDigest] = await Promise.all([digest(flow.session), digest(code)]);
  const object = flowOf(id);
  const claim = { status: 'exchanging', code: codeDigest, expires: flow.expires, deadline: now + 30 };
  const { status } = await object.claim(claim, now);
  if (status !== 'claimed') return json({ error: 'invalid_grant' }, 400);
  const { access_token } = await exchange({ code, state, code_verifier: flow.code_verifier });
  const { user } = await readUser(access_token);
  const session = { user, created: now, expires: now + lifetime };
  await signIn(request, user, id, now);
  context.waitUntil(object.succeed(user.plid ?? ''));
  context.waitUntil(keepCopy(id, flow.session, session, now));
  const started = startOf(user.plid ?? '');
  eventsOf.set(request, started);
  context.waitUntil(started);
  const token = await sessionTokens.seal({ plid: user.plid, secret: flow.session }, session.expires);
  const cookie = setCookie('plid-session', `plid_${token}`, lifetime);
  return new Response(null, { status: 303, headers: { Location: destination.href, 'Set-Cookie': cookie } });
}

export async function signIn(request: Request, user: User, id: string, now: number): Promise<void> {
  const { plid = '', autoLoginYn, autoStatusCheck, ...identity } = user;
  const object = userOf(plid);
  const began = Date.now();
  const [owner, number] = await Promise.all([
    pseudonym(ownerKey, user.ci ?? ''),
    pseudonym(numberKey, user.phoneNo ?? ''),
  ]);
  const agent = agentOf(request);
  const session = { id, agent, autoLoginYn, autoStatusCheck, created: now, expires: now + lifetime };
  const { outcome } = await object.signIn(
    {
      session,
      began,
      identity: await identities.seal(identity),
      attributes: Object.keys(identity),
      owner,
      automatic: false,
      replaces: undefined,
      number: { plid, index: `number ${number}` },
    },
    now,
  );
  if (outcome !== 'signed_in') throw new Error(outcome);
}

/** Writes the copy that is near the user. A concurrent sign-out deletes it again. */
export async function keepCopy(id: string, secret: string, session: object, now: number): Promise<void> {
  const copy = await sessionCopies(secret).seal({ ...session, cached: now });
  await env.SESSIONS.put(`session:${id}`, copy, { expirationTtl: 3_600 });
  const { user } = session as { user: User };
  if ((await userOf(user.plid ?? '').session(id, now)) === undefined)
    await env.SESSIONS.delete(`session:${id}`);
}

const startOf = async (plid: string): Promise<object> => ({
  events: { session_started: 1 },
  automatic: 'N',
  person: await personInLog(plid),
});
