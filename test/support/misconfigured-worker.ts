import callback from '../../workers/gateway/callback/index.ts';
import gatewayDisconnect from '../../workers/gateway/disconnect/index.ts';
import guard from '../../workers/gateway/guard/index.ts';
import login from '../../workers/gateway/login/index.ts';
import logout from '../../workers/gateway/logout/index.ts';
import session from '../../workers/gateway/session/index.ts';
import gatewayToken from '../../workers/gateway/token/index.ts';
import gatewayUser from '../../workers/gateway/user/index.ts';
import sandbox from '../../workers/sandbox/index.ts';
import applications from '../../workers/service/applications/index.ts';
import authorize from '../../workers/service/authorize/index.ts';
import disconnect from '../../workers/service/disconnect/index.ts';
import metadata from '../../workers/service/metadata/index.ts';
import subscribers from '../../workers/service/subscribers/index.ts';
import token from '../../workers/service/token/index.ts';
import user from '../../workers/service/user/index.ts';

interface Worker {
  fetch(request: Request, env: object, execution: ExecutionContext): Promise<Response>;
}
const workers: Record<string, Worker> = {
  'service/applications': applications,
  'service/authorize': authorize,
  'service/disconnect': disconnect,
  'service/metadata': metadata,
  'service/subscribers': subscribers,
  'service/token': token,
  'service/user': user,
  'gateway/callback': callback,
  'gateway/disconnect': gatewayDisconnect,
  'gateway/guard': guard,
  'gateway/login': login,
  'gateway/logout': logout,
  'gateway/session': session,
  'gateway/token': gatewayToken,
  'gateway/user': gatewayUser,
  sandbox,
};

/** Runs the worker that a request names, with the settings that it brings, in the place of a wrangler.toml for each. */
export default {
  async fetch(request: Request, _: unknown, execution: ExecutionContext): Promise<Response> {
    const worker = workers[request.headers.get('Test-Worker') ?? ''];
    if (worker === undefined) return new Response('no such worker', { status: 400 });
    const settings = decodeURIComponent(request.headers.get('Test-Settings') ?? '{}');
    return worker.fetch(request, JSON.parse(settings), execution);
  },
};
