import { plidSignIn } from 'plid/web';

/** The settings come with the first request: `next build` has none. */
const plid = plidSignIn(() => {
  const {
    SERVICE = '',
    CLIENT_ID = '',
    CLIENT_SECRET = '',
    REDIRECT_URI = '',
    COOKIE_KEY = '',
  } = process.env;
  return {
    service: SERVICE,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: REDIRECT_URI,
    cookieKey: COOKIE_KEY,
    outcomes: {
      signed_in: ({ user, returnTo }) => Response.json({ user, returnTo }),
      automatic: ({ plid, returnTo }) => Response.json({ plid, returnTo }),
    },
  };
});

export const { handle } = plid;
