import { expectNames } from '../../test-suite/expect-fields.ts';
import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { Case } from '../case.ts';
import { discover, pathTo } from '../relying-party.ts';

/** Cases of the plan Config OP of the OpenID Foundation's conformance suite, under the suite's names. */
export const configOpCases: Case[] = [
  {
    section: 'Config OP',
    statement:
      'oidcc-discovery-endpoint-verification: the discovery document is complete, and the keys at jwks_uri are public',
    needs: 'a relying party',
    async run(target) {
      const document = await discover(target);
      expectNames(document, required, Object.keys(document));
      for (const [name, value] of Object.entries(needed)) {
        const given = document[name];
        expectThat(Array.isArray(given) && given.includes(value), `${name} with ${value}`, shown(given));
      }
      for (const name of required.filter((one) => /_endpoint$|_uri$/.test(one))) await pathTo(target, name);
      const { json } = await target.send({ path: await pathTo(target, 'jwks_uri') });
      const keys = (json?.keys ?? []) as Record<string, unknown>[];
      expectThat(keys.length > 0, 'keys at jwks_uri', 'none');
      for (const key of keys) expectNames(key, ['kty', 'kid'], Object.keys(key));
      const secret = ['d', 'p', 'q', 'k'].filter((name) => keys.some((key) => name in key));
      expectThat(secret.length === 0, 'only public keys', `keys with ${secret.join(', ')}`);
    },
  },
];

/** Required members of the discovery document (OpenID Connect Discovery 1.0 §3). */
const required = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'response_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'scopes_supported',
  'claims_supported',
];

/** A value that each of these lists in the discovery document must contain, keyed by the list's name. */
const needed = {
  response_types_supported: 'code',
  id_token_signing_alg_values_supported: 'RS256',
  scopes_supported: 'openid',
  claims_supported: 'sub',
};
