import { type ProviderOptions, providerClient } from '../client/provider-client.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/**
 * `plid/providers/openid-client`: what openid-client 6 needs to know of the service. `server` is the first parameter of its `Configuration`,
 * `parameters` belong into `buildAuthorizationUrl`, and `user` takes what `authorizationCodeGrant` returns: the specification's user answer
 * is not that of OpenID Connect.
 * @throws {PlidMismatch} `option`, where one is missing or not valid.
 */
export function plid(options: ProviderOptions) {
  const { service, addresses, parameters, user } = providerClient(options);
  return {
    server: {
      issuer: service,
      authorization_endpoint: addresses.authorize,
      /** For `buildAuthorizationUrlWithPAR`; `buildAuthorizationUrl` pushes nothing. */
      pushed_authorization_request_endpoint: addresses.par,
      token_endpoint: addresses.token,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: options.requireIss === true,
    },
    parameters: parameters as Record<string, string>,
    /** Every field in the clear. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch} */
    user: ({ access_token }: { access_token: string }): Promise<UserRecord> => user(access_token),
  };
}
