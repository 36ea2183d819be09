import { scopeOf, splitTokens } from '../../workers/core/worker/named-tokens.ts';
import { fetchFromHost } from '../check/host.ts';
import { AdminApi } from '../cli/admin-api.ts';
import { Failure } from '../cli/failure.ts';
import { type Described, filesOf } from './file.ts';
import { readSecrets } from './secrets.ts';

/** The operator's API of a deployed service, with the first token of its own secrets that may be used for this. @throws {Failure} */
export function adminOf(described: Described, scope: 'applications' | 'carriers'): AdminApi {
  const { secrets: file } = filesOf(described);
  const tokens = splitTokens(readSecrets(file).ADMIN_TOKEN ?? '', '');
  const token = tokens.find((each) => [scope, undefined].some((allowed) => allowed === scopeOf(each)));
  if (!token?.value) throw new Failure(`${file} holds no ADMIN_TOKEN for ${scope}.`);
  return new AdminApi(`https://${described.host}`, {
    token: { token: token.value, source: `ADMIN_TOKEN in ${file}` },
    fetch: fetchFromHost,
  });
}
