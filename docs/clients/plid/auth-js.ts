import { createClient, type UserRecord } from 'plid/client';

interface Options {
  service: string;
  clientId: string;
  clientSecret: string;
  /** `<your origin>/auth/callback/plid`, or `/api/auth/callback/plid` for Next.js. Register it at the service. */
  redirectUri: string;
}

/**
 * A provider for Auth.js 5: `@auth/core`, `next-auth@5`, `@auth/express`, `@auth/sveltekit`. A user's `id` is the
 * plid. The callbacks `jwt` and `signIn` get the whole record as `profile`.
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
    token: {
      url: `${service}/oauth2/token`,
      // For a wrong client secret, Auth.js logs only that the response contains an authentication challenge.
      async conform(response: Response): Promise<undefined> {
        if (response.status === 401)
          throw new Error('The service rejected this client. Check the client ID and the client secret.');
      },
    },
    userinfo: {
      url: `${service}/v1/user/me`,
      request: ({ tokens }: { tokens: { access_token?: string } }): Promise<UserRecord> =>
        client.user(tokens.access_token ?? ''),
    },
    profile: (user: UserRecord) => ({ id: user.plid, name: user.name ?? null, email: null, image: null }),
  };
}
