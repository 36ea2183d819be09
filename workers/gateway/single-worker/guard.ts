import * as v from 'valibot';
import type { GuardOptions } from '../../../packages/plid/gateway/types.ts';
import { prefersPage } from '../../core/http/accept.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { failureResponse } from '../errors/failure-response.ts';
import { guardRefusalPage } from '../features/guard/guard-refusal-page.ts';
import { guardSettings } from '../features/guard/guard-settings.ts';
import { isPublicPath } from '../features/guard/public-paths.ts';
import { redirectToSignIn } from '../features/guard/redirect-to-sign-in.ts';
import { isPreflight } from '../identity/cors-preflight.ts';
import { isCrossOrigin } from '../identity/cross-origin.ts';
import { bindings } from '../settings/gateway-bindings.ts';
import { pageSettings } from '../settings/page-settings.ts';
import type { Feature } from './feature.ts';

const schema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'POPUP'),
  ...pick(guardSettings, 'TRUSTED_ORIGINS', 'PUBLIC_PATHS', 'PREFLIGHTS'),
  ...pageSettings,
});

/** Why the session of a request couldn't be read. */
const failures = new WeakMap<Request, unknown>();

function refuse({ request, url, env }: Context<v.InferOutput<typeof schema>>): Response {
  if (failures.has(request)) throw failures.get(request);
  const isForeign = isCrossOrigin(request, new URL(env.GATEWAY_ORIGIN), env.TRUSTED_ORIGINS);
  return redirectToSignIn(request, url, env.GATEWAY_ORIGIN, isForeign);
}

const refusing = endpoint(
  'gateway-guard',
  schema,
  { 'ALL /:path+': refuse },
  {
    errorPage: (error, context) =>
      prefersPage(context.request) ? guardRefusalPage(error, context) : failureResponse(error, context),
  },
);

/**
 * Requires a session for the application, except on public paths. @param options contains the public paths. The
 * default is the setting `PUBLIC_PATHS`.
 */
export function guard({ publicPaths }: GuardOptions = {}): Feature {
  const own = publicPaths && v.parse(guardSettings.PUBLIC_PATHS, publicPaths.join(','));
  return {
    feature: 'guard',
    workers: [{ ...refusing, routes: [] }],
    async admit({ request, url, env, session, failure }, execution) {
      if (session !== null) return undefined;
      const { PREFLIGHTS, PUBLIC_PATHS } = readSettings(schema, env);
      if (PREFLIGHTS === 'Y' && isPreflight(request)) return undefined;
      if (isPublicPath(url.pathname, own ?? PUBLIC_PATHS)) return undefined;
      if (failure !== undefined) failures.set(request, failure);
      return refusing.fetch(request, env, execution);
    },
  };
}
