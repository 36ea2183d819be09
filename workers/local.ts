import { type ClockBinding, now } from './core/clock.ts';
import { isLoopback } from './core/cookies.ts';
import { errorAnswer } from './core/endpoint.ts';
import { ProtocolError } from './core/errors.ts';
import callback from './gateway/callback/index.ts';
import disconnectHere from './gateway/disconnect/index.ts';
import login from './gateway/login/index.ts';
import logout from './gateway/logout/index.ts';
import session from './gateway/session/index.ts';
import tokenProxy from './gateway/token/index.ts';
import userProxy from './gateway/user/index.ts';
import application, { type ApplicationEnv } from './local/application.ts';
import docs from './local/docs.ts';
import { registerSeeds } from './local/seed.ts';
import demo from './sandbox/demo/index.tsx';
import type { DirectoryBinding } from './sandbox/directory/index.ts';
import sandbox from './sandbox/index.ts';
import { overWire } from './sandbox/wire/index.ts';
import applications from './service/applications/index.ts';
import authorize from './service/authorize/index.ts';
import disconnect from './service/disconnect/index.ts';
import metadata from './service/metadata/index.ts';
import subscribers from './service/subscribers/index.ts';
import token from './service/token/index.ts';
import user from './service/user/index.ts';

export { Carrier, Directory } from './sandbox/index.ts';
export { Account } from './service/objects/account.ts';
export { Application } from './service/objects/application.ts';
export { Phone } from './service/objects/phone.ts';

interface Worker {
  fetch(request: Request, env: LocalEnv, execution: ExecutionContext): Promise<Response>;
}
type LocalEnv = DirectoryBinding & ClockBinding & ApplicationEnv;

/** Which worker answers where, as the routes of the workers' own wrangler.toml have it: the longest match wins. */
const routes: readonly (readonly [prefix: string, worker: Worker])[] = [
  ['/oauth2/authorize', overTheWire(authorize)],
  ['/oauth2/token', overTheWire(token)],
  ['/v1/user/disconnect', overTheWire(disconnect)],
  ['/v1/user/me', overTheWire(user)],
  ['/admin/applications', applications],
  ['/admin/subscribers', subscribers],
  ['/auth/disconnect', disconnectHere],
  ['/auth/callback', callback],
  ['/auth/session', session],
  ['/auth/logout', logout],
  ['/auth/login', login],
  ['/auth/token', tokenProxy],
  ['/auth/user', userProxy],
  ['/sandbox', sandbox],
  ['/docs', docs],
  ['/.well-known/', metadata],
];

/**
 * All workers in one, for development: a whole login on one machine. It answers on loopback alone, so that deploying
 * it by mistake exposes nothing.
 */
export default {
  async fetch(request: Request, env: LocalEnv, execution: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (!isLoopback(url)) return errorAnswer(new ProtocolError('not_found'), 'en');
    await registerSeeds(env, await now(env));
    const [, worker = elsewhere(url, env)] = routes.find(([prefix]) => url.pathname.startsWith(prefix)) ?? [];
    return worker.fetch(request, env, execution);
  },
};

/** The developer's own application, where they have told of one; else the demo shop, and nothing. */
function elsewhere({ pathname }: URL, { APPLICATION_URL }: LocalEnv): Worker {
  if (APPLICATION_URL !== undefined) return application;
  return pathname === '/' ? demo : metadata;
}

function overTheWire(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) => overWire(env, request, () => worker.fetch(request, env, execution)),
  };
}
