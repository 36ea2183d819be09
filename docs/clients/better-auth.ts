import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import type { FetchUser, Settings } from './user.js';

/** The callback to register is <origin>/api/auth/callback/plid. @param secret of better-auth's cookies. */
export const createAuth = (settings: Settings, secret: string, fetchUser: FetchUser) =>
  betterAuth({
    baseURL: new URL(settings.redirect_uri).origin,
    secret,
    // Add a `database`: without one better-auth keeps people in memory.
    user: {
      additionalFields: {
        plid: { type: 'string', required: true },
        phoneNo: { type: 'string', required: false },
      },
    },
    // A provider may only fill in what people may also change by themselves (`input: false` drops it). With this address
    // anybody could write somebody else's number into their account.
    disabledPaths: ['/update-user'],
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'plid',
            clientId: settings.client_id,
            clientSecret: settings.client_secret,
            authorizationUrl: `${settings.service}/oauth2/authorize`,
            tokenUrl: `${settings.service}/oauth2/token`,
            authentication: 'basic',
            async getUserInfo({ accessToken = '' }) {
              const user = await fetchUser(settings, accessToken);
              return { ...user, id: user.plid, emailVerified: false };
            },
            // better-auth wants an e-mail address of everybody, and the service has none.
            mapProfileToUser: ({ plid, phoneNo, name }) => ({
              email: `${plid}@plid.invalid`,
              name: String(name ?? ''),
              plid,
              phoneNo,
            }),
          },
        ],
      }),
    ],
  });
