import { scopeOf, splitTokens } from '../../workers/core/worker/named-tokens.ts';
import { fetchFromHost } from '../check/host.ts';
import { AdminApi } from '../cli/admin-api.ts';
import { Failure } from '../cli/failure.ts';
import { type Described, filesOf } from '../deploy/file.ts';
import { readSecrets } from '../deploy/secrets.ts';

/** The applications API of a deployed service, with the first token of its own secrets. @throws {Failure} */
export function adminOf(described: Described): AdminApi {
  const { secrets: file } = filesOf(described);
  const tokens = splitTokens(readSecrets(file).ADMIN_TOKEN ?? '', '');
  const token = tokens.find((each) => [undefined, 'applications'].includes(scopeOf(each)));
  if (!token?.value) throw new Failure(`${file} holds no ADMIN_TOKEN for applications.`);
  return new AdminApi(`https://${described.host}`, {
    token: { token: token.value, source: `ADMIN_TOKEN in ${file}` },
    fetch: fetchFromHost,
  });
}
