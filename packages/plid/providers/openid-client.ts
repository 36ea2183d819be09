import { type ProviderOptions, providerClient } from '../client/provider-client.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/**
 * `plid/providers/openid-client`: configuration for openid-client 6. `server` is the first parameter of its
 * `Configuration`, and `parameters` go into `buildAuthorizationUrl`. `user` takes the result of
 * `authorizationCodeGrant`, because the specification's user response differs from OpenID Connect. @throws
 * {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plid(options: ProviderOptions) {
  const { service, addresses, parameters, user } = providerClient(options);
  return {
    server: {
      issuer: service,
      authorization_endpoint: addresses.authorize,
      /** The endpoint that `buildAuthorizationUrlWithPAR` uses. `buildAuthorizationUrl` doesn't push requests. */
      pushed_authorization_request_endpoint: addresses.par,
      token_endpoint: addresses.token,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: options.requireIss === true,
    },
    parameters: parameters as Record<string, string>,
    /**
     * Returns the user record with every field decrypted. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch}
     */
    user: ({ access_token }: { access_token: string }): Promise<UserRecord> => user(access_token),
  };
}
