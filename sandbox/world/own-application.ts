import * as v from 'valibot';
import { pick, readSettings } from '../../workers/core/worker/settings.ts';
import { forward } from '../../workers/gateway/application/forward.ts';
import { guardSettings } from '../../workers/gateway/features/guard/guard-settings.ts';
import type { WorldEnv } from './world-env.ts';

const schema = v.object(pick(guardSettings, 'APPLICATION_URL'));

/**
 * Forwards all other requests to the developer's own application, like Cloudflare does with requests that match no
 * gateway route. The application gets all cookies, because it needs them to ask the gateway for the session.
 */
export default {
  async fetch(request: Request, env: WorldEnv): Promise<Response> {
    const { APPLICATION_URL } = readSettings(schema, env);
    try {
      return await forward(request, APPLICATION_URL, {});
    } catch {
      return new Response(`No response from ${APPLICATION_URL}. Start your application there.\n`, {
        status: 502,
      });
    }
  },
};
