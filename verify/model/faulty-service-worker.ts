import type { DirectoryBinding } from '../../sandbox/directory/index.ts';
import { handleRecordedExchange } from '../../sandbox/exchanges/handle-recorded-exchange.ts';

interface Env extends DirectoryBinding {
  AUTHORIZE: Fetcher;
  TOKEN: Fetcher;
  USER: Fetcher;
  DISCONNECT: Fetcher;
}

/** The workers of the endpoints of §4, by the prefix of their paths. */
const workers = [
  ['/oauth2/authorize', 'AUTHORIZE'],
  ['/oauth2/token', 'TOKEN'],
  ['/v1/user/me', 'USER'],
  ['/v1/user/disconnect', 'DISCONNECT'],
] as const;

/** Stands in front of the service's own workers, and answers applications with the faults that are set in the sandbox. */
export default {
  fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, name] = workers.find(([beginning]) => pathname.startsWith(beginning)) ?? workers[0];
    return handleRecordedExchange(env, request, () => env[name].fetch(request));
  },
};
