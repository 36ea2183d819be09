import { createClient } from 'plid/client';

/** The provider of docs/clients/plid/auth-js.ts, in JavaScript. A user's `id` is the plid. */
export function plid(options) {
  const { service, clientId, clientSecret } = options;
  const client = createClient(options);
  return {
    id: 'plid',
    name: 'Phone number',
    type: 'oauth',
    issuer: service,
    clientId,
    clientSecret,
    checks: ['state', 'pkce'],
    authorization: {
      url: `${service}/oauth2/authorize`,
      // An automatic sign-in returns only the plid. To allow it, omit `prompt` and keep the stored record.
      params: { scope: '', prompt: 'select_account' },
    },
    token: {
      url: `${service}/oauth2/token`,
      // For a wrong client secret, Auth.js logs only that the response contains an authentication challenge.
      async conform(response) {
        if (response.status === 401)
          throw new Error('The service rejected this client. Check the client ID and the client secret.');
      },
    },
    userinfo: {
      url: `${service}/v1/user/me`,
      request: ({ tokens }) => client.user(tokens.access_token ?? ''),
    },
    profile: (user) => ({ id: user.plid, name: user.name ?? null, email: null, image: null }),
  };
}
