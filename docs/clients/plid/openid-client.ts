import * as openidClient from 'openid-client';
import { createClient, type UserRecord } from 'plid/client';

interface Options {
  service: string;
  clientId: string;
  clientSecret: string;
  /** Register it at the service. */
  redirectUri: string;
}

/**
 * Configuration for openid-client 6. Pass `configuration` to its functions, and `parameters` also to
 * `buildAuthorizationUrl`. `user` takes the result of `authorizationCodeGrant` and returns the user record, because
 * the specification's user response differs from OpenID Connect.
 */
export function plid(options: Options) {
  const { service, clientId, clientSecret } = options;
  const client = createClient(options);
  const server = {
    issuer: service,
    authorization_endpoint: `${service}/oauth2/authorize`,
    // Only `buildAuthorizationUrlWithPAR` uses it.
    pushed_authorization_request_endpoint: `${service}/oauth2/par`,
    token_endpoint: `${service}/oauth2/token`,
    // If the application is registered with `iss`, set this to `true` (RFC 9207).
    authorization_response_iss_parameter_supported: false,
  };
  const authentication = openidClient.ClientSecretBasic(clientSecret);
  return {
    configuration: new openidClient.Configuration(server, clientId, undefined, authentication),
    // An automatic sign-in returns only the plid. To allow it, omit `prompt` and keep the stored record.
    parameters: { redirect_uri: options.redirectUri, prompt: 'select_account' },
    user: ({ access_token }: { access_token: string }): Promise<UserRecord> => client.user(access_token),
  };
}
