import * as v from 'valibot';
import type { GuardOptions } from '../../../packages/plid/gateway/types.ts';
import { prefersPage } from '../../core/http/accept.ts';
import { type ErrorPage, endpoint } from '../../core/worker/endpoint.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { failureResponse } from '../errors/failure-response.ts';
import { decide } from '../features/guard/guard-decision.ts';
import { guardRefusalPage } from '../features/guard/guard-refusal-page.ts';
import { guardSettings } from '../features/guard/guard-settings.ts';
import { bindings } from '../settings/gateway-bindings.ts';
import { pageSettings } from '../settings/page-settings.ts';
import type { Feature } from './feature.ts';

const schema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'POPUP'),
  ...pick(guardSettings, 'TRUSTED_ORIGINS', 'PUBLIC_PATHS', 'PREFLIGHTS'),
  ...pageSettings,
});

const errorPage: ErrorPage<v.InferOutput<typeof schema>> = (error, context) =>
  prefersPage(context.request) ? guardRefusalPage(error, context) : failureResponse(error, context);

/**
 * Requires a session for the application, except on public paths. @param options contains the public paths. The
 * default is the setting `PUBLIC_PATHS`.
 */
export function guard({ publicPaths }: GuardOptions = {}): Feature {
  const own = publicPaths && v.parse(guardSettings.PUBLIC_PATHS, publicPaths.join(','));
  return {
    feature: 'guard',
    schema,
    async admit({ request, url, env, ...read }, execution) {
      const settings = readSettings(schema, env);
      const policy = { ...settings, PUBLIC_PATHS: own ?? settings.PUBLIC_PATHS };
      const decision = decide(request, url, read, policy);
      if (decision === 'forward') return undefined;
      // A refusal has the log line and the headers of a worker.
      const refusing = endpoint('gateway-guard', schema, { 'ALL /:path+': decision.refuse }, { errorPage });
      return refusing.fetch(request, env, execution);
    },
  };
}
