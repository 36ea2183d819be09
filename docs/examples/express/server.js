import express from 'express';
import session from 'express-session';
import { PlidRefusal } from 'plid/client';
import { expressSession, plidSignIn } from 'plid/express';
import { failurePage, homePage, messagePage, signedOutPage } from './pages.js';

const { PLID_SERVICE, PLID_CLIENT_ID, PLID_CLIENT_SECRET, ORIGIN, PORT } = process.env;

/** The users of this application, by plid, each with an ID of the connection. In production, use a database. */
const users = new Map();

const plid = plidSignIn({
  service: PLID_SERVICE,
  clientId: PLID_CLIENT_ID,
  clientSecret: PLID_CLIENT_SECRET,
  redirectUri: `${ORIGIN}/callback`,
  cookieKey: process.env.COOKIE_KEY,
  session: expressSession,
  outcomes: {
    signed_in({ user }) {
      const connection = users.get(user.plid)?.connection ?? crypto.randomUUID();
      users.set(user.plid, { ...user, connection });
      return { connection };
    },
    // An automatic sign-in returns only the plid. A user who isn't stored here signs in with their phone.
    automatic({ plid: id }) {
      const user = users.get(id);
      return user && { connection: user.connection };
    },
  },
  // A session from before a disconnect has another connection.
  isValid: (session) => users.get(session.plid)?.connection === session.connection,
  failures: {
    failed(outcome, _request, response) {
      // The message says what to change here. It contains no secret and no personal data.
      if (outcome.type === 'misconfigured') console.error(outcome.error);
      response.status(outcome.status).send(failurePage(outcome));
    },
  },
});

/** The signed-in user. */
const userOf = (request) => users.get(plid.session(request)?.plid);

const isSecure = ORIGIN.startsWith('https:');
if (isSecure && process.env.SESSION_SECRET.includes('only for this machine'))
  throw new Error('SESSION_SECRET is public. Generate your own: openssl rand -base64 33');
const app = express();
app.disable('x-powered-by');
// In production, a proxy in front of this server terminates TLS.
app.set('trust proxy', isSecure ? 1 : false);
app.use(
  session({
    name: isSecure ? '__Host-shop' : 'shop',
    secret: process.env.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    // Lax: the browser sends the cookie when the service redirects to /callback.
    cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: 12 * 60 * 60 * 1000 },
  }),
);

/** Accepts forms only from this application's own pages. */
app.use((request, response, next) => {
  response.set('Cache-Control', 'no-store');
  if (request.method !== 'POST' || plid.sameOrigin(request)) return next();
  response.status(403).send(messagePage('This form was sent from another site.'));
});

// GET /login, GET /callback, and POST /logout
app.use(plid.routes);

app.get('/', (request, response) => {
  const user = userOf(request);
  response.send(user === undefined ? signedOutPage() : homePage(user));
});

app.post('/disconnect', async (request, response, next) => {
  const user = userOf(request);
  if (user === undefined) return response.redirect(303, '/');
  try {
    await plid.client.disconnect(user.plid);
  } catch (error) {
    // After a refusal, the user has already ended the connection elsewhere.
    if (!(error instanceof PlidRefusal)) return next(error);
  }
  users.delete(user.plid);
  plid.logout(request, response, next);
});

app.use((_request, response) => response.status(404).send(messagePage('There is no such page.')));

app.use((error, _request, response, _next) => {
  console.error(error);
  response.status(500).send(messagePage('Something is wrong at our end.'));
});

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${ORIGIN}`));
