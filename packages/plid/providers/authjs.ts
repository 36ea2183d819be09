import { type ProviderOptions, providerClient } from '../client/provider-client.ts';
import type { UserRecord } from '../protocol/user-record.ts';

/** The part of a token set that this provider needs. */
export interface Tokens {
  access_token?: string | undefined;
}

/**
 * `plid/providers/authjs`: the provider for Auth.js 5 (`@auth/core`, `next-auth@5`, `@auth/express`,
 * `@auth/sveltekit`). Register `<your origin>/auth/callback/plid` at the service, or `/api/auth/callback/plid` for
 * Next.js.
 * @returns the provider. A user's `id` is the plid, and the callbacks `jwt` and `signIn` get the whole record as
 * `profile`. @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plid(options: ProviderOptions) {
  const { service, addresses, parameters, tellRefusal, user } = providerClient(options);
  return {
    id: 'plid',
    name: 'Phone number',
    type: 'oauth' as const,
    issuer: service,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    checks: ['state', 'pkce'] as ('state' | 'pkce')[],
    authorization: { url: addresses.authorize, params: { scope: '', ...parameters } },
    // Auth.js reports a wrong secret as an authentication challenge. `tellRefusal` throws a plid error instead, so
    // that the log of Auth.js explains what to do.
    token: { url: addresses.token, conform: tellRefusal },
    userinfo: {
      url: addresses.user,
      request: ({ tokens }: { tokens: Tokens }): Promise<UserRecord> => user(tokens.access_token),
    },
    profile: (record: UserRecord) => ({
      id: record.plid,
      name: record.name ?? null,
      email: null,
      image: null,
    }),
  };
}
