import { type ProviderOptions, providerClient } from '../client/provider-client.ts';

/** The part of the tokens that this provider needs. */
interface Tokens {
  accessToken?: string | undefined;
}

/**
 * `plid/providers/better-auth`: one entry in the `config` of better-auth's plugin `genericOAuth`. Register `<your
 * origin>/api/auth/callback/plid` at the service (older versions of better-auth: `/api/auth/oauth2/callback/plid`).
 *
 * better-auth requires an email address and the specification has none: each user gets one below `.invalid`, a
 * top-level domain that never exists (RFC 2606), with the plid in it. Don't send mail there.
 * @returns the entry. An account's id is the plid; `mapProfileToUser` gets the whole record.
 * @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plid(options: ProviderOptions) {
  const { addresses, parameters, user } = providerClient(options);
  return {
    providerId: 'plid' as const,
    name: 'Phone number',
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    authorizationUrl: addresses.authorize,
    tokenUrl: addresses.token,
    tokenEndpointAuth: { method: 'client_secret_basic' as const },
    pkce: true,
    ...parameters,
    async getUserInfo({ accessToken }: Tokens) {
      const record = await user(accessToken);
      const { plid } = record;
      return {
        ...record,
        id: plid,
        name: record.name ?? '',
        email: `${plid}@plid.invalid`,
        emailVerified: false,
      };
    },
  };
}
