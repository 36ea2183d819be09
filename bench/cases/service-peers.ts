import { kv } from '../runner/product.ts';
import type { Call, HttpRequest, System } from '../runner/system.ts';

/** The libraries with which others write such a service, each on the storage that it uses: KV. */

interface Made {
  /** Credentials of the client that the library has registered. */
  authorization?: string;
  made: string[];
}

const made = async (call: Call, what: 'codes' | 'tokens', count: number): Promise<Made> =>
  (await (await call('peer', `/${what}?n=${count}`)).json()) as Made;

const exchange = (path: string, code: string, authorization: string | undefined): HttpRequest => ({
  method: 'POST',
  path,
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(authorization !== undefined && { Authorization: authorization }),
  },
  body: `${new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://app.example/callback',
    ...(authorization === undefined && { client_id: 'demoshop000000000001' }),
  })}`,
});

/** workers-oauth-provider requires this flag. */
const compatibilityFlags = ['global_fetch_strictly_public'];

/** @param binding the name of the KV namespace that the library expects. @param tokenPath its token endpoint. */
function peer(name: string, binding: string, tokenPath: string) {
  const source = `bench/peers/${name}.js`;
  const system = {
    name,
    workers: [{ name: 'peer', source, bindings: { [binding]: { kv: kv.name } }, compatibilityFlags }, kv],
    target: 'peer',
  };
  return {
    token: {
      ...system,
      async requests(call: Call, count: number) {
        const { made: codes, authorization } = await made(call, 'codes', count);
        return codes.map((code) => exchange(tokenPath, code, authorization));
      },
    },
    user: {
      ...system,
      async requests(call: Call) {
        const { made: tokens } = await made(call, 'tokens', 100);
        return tokens.map((token) => ({
          path: '/v1/user/me',
          headers: { Authorization: `Bearer ${token}` },
        }));
      },
    },
  };
}

const peers = [peer('workers-oauth-provider', 'OAUTH_KV', '/oauth2/token'), peer('openauth', 'KV', '/token')];

/** The peers that can do what a case measures. */
export const servicePeers = (name: string): System[] =>
  name === 'token' || name === 'user' ? peers.map((systems) => systems[name]) : [];
