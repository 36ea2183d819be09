import { Failure } from '../../../tools/terminal/failure.ts';
import { splitTokens, tokenScope } from '../../../workers/core/worker/named-tokens.ts';
import { fetchFromHost } from '../../check/worker-requests.ts';
import { AdminApi } from '../../cli/admin-api.ts';
import { readAllSecrets, secretLocation } from '../settings/secret-sources.ts';
import type { Deployment } from './deployment.ts';

/**
 * Returns the operator API of a deployed service, using the first suitable token from the deployment's own
 * secrets. @throws {Failure} if there is no suitable token.
 */
export function adminApiFor(deployment: Deployment, scope: 'applications' | 'carriers' | 'people'): AdminApi {
  const tokens = splitTokens(readAllSecrets(deployment).ADMIN_TOKEN ?? '', '');
  const place = secretLocation(deployment, 'ADMIN_TOKEN');
  const token = tokens.find((each) => [scope, undefined].some((allowed) => allowed === tokenScope(each)));
  if (!token?.value) throw new Failure(`${place} has no ADMIN_TOKEN for ${scope}.`);
  return new AdminApi(`https://${deployment.config.host}`, {
    token: { token: token.value, source: `ADMIN_TOKEN in ${place}` },
    fetch: fetchFromHost,
  });
}
