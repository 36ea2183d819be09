import { createClient } from 'plid/client';

interface Options {
  service: string;
  clientId: string;
  clientSecret: string;
  /**
   * `<your origin>/api/auth/callback/plid`, or `/api/auth/oauth2/callback/plid` for older versions of better-auth.
   * Register it at the service.
   */
  redirectUri: string;
}

/**
 * An entry for the `config` of better-auth's plugin `genericOAuth`. An account's id is the plid, and
 * `mapProfileToUser` gets the whole record.
 *
 * better-auth requires an email address, and the specification has none. Each user gets the plid below `.invalid`,
 * a top-level domain that never exists (RFC 2606). Don't send mail to these addresses.
 */
export function plid(options: Options) {
  const { service, clientId, clientSecret } = options;
  const client = createClient(options);
  return {
    providerId: 'plid' as const,
    name: 'Phone number',
    clientId,
    clientSecret,
    authorizationUrl: `${service}/oauth2/authorize`,
    tokenUrl: `${service}/oauth2/token`,
    tokenEndpointAuth: { method: 'client_secret_basic' as const },
    pkce: true,
    // An automatic sign-in returns only the plid. To allow it, omit `prompt` and keep the stored record.
    prompt: 'select_account' as const,
    async getUserInfo({ accessToken = '' }: { accessToken?: string | undefined }) {
      const user = await client.user(accessToken);
      const email = `${user.plid}@plid.invalid`;
      return { ...user, id: user.plid, name: user.name ?? '', email, emailVerified: false };
    },
  };
}
