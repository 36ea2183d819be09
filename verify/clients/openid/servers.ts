import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import fastifyOauth2, { type OAuth2Namespace } from '@fastify/oauth2';
import express from 'express';
import openIdConnect from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { fastify } from 'fastify';
import OpenIdConnectStrategy, { type Profile, type VerifyCallback } from 'passport-openidconnect';
import type { Settings } from '../../../docs/clients/user.ts';
import { passportApplication } from '../passport-application.ts';

/** An application that signs users in and out with an unmodified library. */
export interface Server {
  /** Serves `/login`, `/callback`, `/logout`, and at `/` the user as JSON: `{ user }`. */
  create(settings: Settings): RequestListener | Promise<RequestListener>;
  /** The status of the page after a denied sign-in. */
  deniedStatus: number;
}

/** The path to which the service redirects after a sign-out: each application registers it. */
export const signedOutPath = '/signed-out';

const secret = 'a secret of the tests, of 32 letters and more';

/** The service's sign-out (RP-Initiated Logout 1.0 §2), for libraries that don't build its URL. */
function signOutUrl({ service, redirect_uri }: Settings, id_token: string): string {
  const post_logout_redirect_uri = new URL(signedOutPath, redirect_uri).href;
  return `${service}/oauth2/openid/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri })}`;
}

function expressOpenIdConnect({ service, client_id, client_secret, redirect_uri }: Settings) {
  const app = express();
  app.use(
    openIdConnect.auth({
      issuerBaseURL: service,
      baseURL: new URL(redirect_uri).origin,
      clientID: client_id,
      clientSecret: client_secret,
      secret,
      authRequired: false,
      idpLogout: true,
      routes: { postLogoutRedirect: signedOutPath },
      backchannelLogout: { store: new MemoryStore() as never },
      authorizationParams: { response_type: 'code', scope: 'openid profile phone' },
    }),
  );
  app.get(signedOutPath, (_, response) => void response.send('Signed out.'));
  app.get('/', async ({ oidc }, response) => {
    response.json(oidc.isAuthenticated() ? { user: await oidc.fetchUserInfo() } : {});
  });
  return app;
}

function passportOpenIdConnect(settings: Settings) {
  const { service, client_id, client_secret, redirect_uri } = settings;
  const options = {
    issuer: service,
    authorizationURL: `${service}/oauth2/authorize`,
    tokenURL: `${service}/oauth2/openid/token`,
    userInfoURL: `${service}/oauth2/userinfo`,
    clientID: client_id,
    clientSecret: client_secret,
    callbackURL: redirect_uri,
    scope: ['profile', 'phone'],
    skipUserProfile: false,
  };
  const strategy = new OpenIdConnectStrategy(
    options,
    (_issuer: string, profile: Profile, _context: object, idToken: string | object, done: VerifyCallback) =>
      done(null, { name: profile.displayName, idToken }),
  );
  const app = passportApplication(strategy, secret);
  app.get(signedOutPath, (_, response) => void response.send('Signed out.'));
  app.get('/logout', (request, response, next) => {
    const { idToken } = request.user as { idToken: string };
    request.logout((failure) => (failure ? next(failure) : response.redirect(signOutUrl(settings, idToken))));
  });
  return app;
}

async function fastifyWithOauth2(settings: Settings): Promise<RequestListener> {
  const { service, client_id, client_secret, redirect_uri } = settings;
  const app = fastify();
  await app.register(fastifyOauth2, {
    name: 'plid',
    scope: ['openid', 'profile', 'phone'],
    credentials: { client: { id: client_id, secret: client_secret } },
    startRedirectPath: '/login',
    callbackUri: redirect_uri,
    discovery: { issuer: service },
    pkce: 'S256',
  });
  const { plid } = app as unknown as { plid: OAuth2Namespace };
  const sessions = new Map<string, { user: object; idToken: string }>();
  app.get('/callback', async (request, reply) => {
    const { token } = await plid.getAccessTokenFromAuthorizationCodeFlow(request, reply);
    const session = randomUUID();
    sessions.set(session, { user: await plid.userinfo(token.access_token), idToken: token.id_token ?? '' });
    return reply.setCookie('session', session, { path: '/' }).redirect('/');
  });
  app.get('/', async ({ cookies: { session = '' } }) => ({ user: sessions.get(session)?.user }));
  app.get(signedOutPath, async () => 'Signed out.');
  app.get('/logout', async ({ cookies: { session = '' } }, reply) => {
    const { idToken = '' } = sessions.get(session) ?? {};
    sessions.delete(session);
    return reply.redirect(signOutUrl(settings, idToken));
  });
  await app.ready();
  return (request, response) => app.routing(request, response);
}

export const servers: Record<string, Server> = {
  'express-openid-connect': { create: expressOpenIdConnect, deniedStatus: 400 },
  'passport-openidconnect': { create: passportOpenIdConnect, deniedStatus: 200 },
  '@fastify/oauth2': { create: fastifyWithOauth2, deniedStatus: 500 },
};
