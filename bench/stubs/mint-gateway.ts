import * as v from 'valibot';
import { randomSecret, sha256Base64url } from '../../workers/core/crypto/bytes.ts';
import type { KeyRing } from '../../workers/core/crypto/keys.ts';
import type { UserRecord } from '../../workers/core/protocol/user-record.ts';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import type { Flow } from '../../workers/gateway/objects/flow.ts';
import type { User } from '../../workers/gateway/objects/user.ts';
import { cacheSession } from '../../workers/gateway/sessions/session-cache.ts';
import { createSessionToken, sessionId } from '../../workers/gateway/sessions/session-token.ts';
import { appFlow, browserFlow } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { signInUser } from '../../workers/gateway/users/sign-in-user.ts';
import { identity } from './person.ts';

/**
 * Makes the values that a case's requests need, with the product's modules, in the objects and KV of its own system: `GET /sessions?n=100` and the
 * like answer with a list in JSON.
 */

interface Env {
  KEYS: string;
  SESSIONS: KVNamespace;
  FLOW: DurableObjectNamespace<Flow>;
  USER: DurableObjectNamespace<User>;
}

interface Mint {
  env: Env;
  keys: KeyRing;
  /** In seconds since 1970. */
  now: number;
}

const plidOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`;

const userOf = (person: number): UserRecord => ({
  plid: plidOf(person),
  ...identity,
  ci: `${'C'.repeat(76)}${String(person).padStart(12, '0')}`,
  phoneNo: `010${String(person).padStart(8, '0')}`,
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
});

const lifetime = 43_200;

/** The makers, by path. @param person a number. */
const makers: Record<string, (mint: Mint, person: number) => Promise<unknown>> = {
  async '/sessions'({ env, keys, now }, person) {
    const user = userOf(person);
    const secret = randomSecret();
    const [created, expires] = [now, now + lifetime];
    const id = await sessionId(secret);
    const { plid, autoLoginYn, autoStatusCheck } = user;
    const settings = { SESSION_CACHE_LIFETIME: 900, STALE_SESSION_LIFETIME: 3_600, LOCATION_HINT: undefined };
    const context = { env: { ...env, ...settings, KEYS: keys }, now, log: console.info, waitUntil() {} };
    const session = { id, agent: 'Chrome, Android', autoLoginYn, autoStatusCheck, created, expires };
    await signInUser(context as never, user, { session, began: Date.now(), replaces: undefined });
    await cacheSession(context as never, { plid, secret, id }, { user, created, expires });
    return createSessionToken(keys, { plid, secret }, expires);
  },
  /** A browser's flow: its cookie, and the query with which the service redirects the browser back. */
  async '/flows'({ keys, now }, person) {
    const session = randomSecret();
    const state = `${now.toString(36).padStart(8, '0')}-${await sha256Base64url(`state ${session}`)}`;
    const flow = { state, session, code_verifier: randomSecret(), return_to: '/orders', expires: now + 600 };
    const code = `${person}.${randomSecret()}`;
    return {
      cookie: `__Host-plid-flow-${state}=${await browserFlow.seal(keys, flow)}`,
      query: `code=${code}&state=${state}`,
    };
  },
  /** An app's flow: the fields of its token request. */
  async '/app-flows'({ keys, now }, person) {
    const code_verifier = randomSecret();
    const code_challenge = await sha256Base64url(code_verifier);
    const state = await appFlow.seal(keys, { session: randomSecret(), code_challenge, expires: now + 600 });
    return { code: `${person}.${randomSecret()}`, state, code_verifier };
  },
};

const parallel = 64;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const make = makers[pathname];
    if (make === undefined) return new Response('', { status: 404 });
    const mint = { env, keys: v.parse(keyRingSetting, env.KEYS), now: Math.floor(Date.now() / 1000) };
    const [count = 0, people = 1] = ['n', 'people'].map((name) => Number(searchParams.get(name)));
    const made: unknown[] = [];
    while (made.length < count) {
      const size = Math.min(parallel, count - made.length);
      const persons = Array.from({ length: size }, (_, offset) => (made.length + offset) % people);
      made.push(...(await Promise.all(persons.map((person) => make(mint, person)))));
    }
    return Response.json(made);
  },
};
