import { createClient, type UserRecord } from 'plid/client';

interface Options {
  service: string;
  clientId: string;
  clientSecret: string;
  /** `<your origin>/api/auth/callback/plid`. Register it at the service. */
  redirectUri: string;
}

/**
 * A provider for NextAuth.js 4. A user's `id` is the plid. The callbacks `jwt` and `signIn` get the whole record as
 * `profile`.
 */
export function plid(options: Options) {
  const { service, clientId, clientSecret } = options;
  const client = createClient(options);
  return {
    id: 'plid',
    name: 'Phone number',
    type: 'oauth' as const,
    issuer: service,
    clientId,
    clientSecret,
    checks: ['state', 'pkce'] as ('state' | 'pkce')[],
    authorization: {
      url: `${service}/oauth2/authorize`,
      // An automatic sign-in returns only the plid. To allow it, omit `prompt` and keep the stored record.
      params: { scope: '', prompt: 'select_account' },
    },
    token: `${service}/oauth2/token`,
    userinfo: {
      request: ({ tokens }: { tokens: { access_token?: string } }): Promise<UserRecord> =>
        client.user(tokens.access_token ?? ''),
    },
    profile: (user: UserRecord) => ({ id: user.plid, name: user.name ?? null, email: null, image: null }),
  };
}
