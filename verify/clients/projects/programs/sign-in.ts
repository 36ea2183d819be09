import { type SignInRoutes, signInRoutes } from 'plid/web';

let made: SignInRoutes | undefined;

/** `next build` has no settings: the routes are made when the first request comes. */
function routes(): SignInRoutes {
  const {
    SERVICE = '',
    CLIENT_ID = '',
    CLIENT_SECRET = '',
    REDIRECT_URI = '',
    COOKIE_KEY = '',
  } = process.env;
  const application = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, redirectUri: REDIRECT_URI };
  made ??= signInRoutes({ service: SERVICE, ...application, cookieKey: COOKIE_KEY });
  return made;
}

export const login = (request: Request): Promise<Response> => routes().login(request);

export const callback = (request: Request): Promise<Response> =>
  routes().callback(request, {
    signed_in: ({ user, returnTo }) => Response.json({ user, returnTo }),
    automatic: ({ plid, returnTo }) => Response.json({ plid, returnTo }),
  });
