import express from 'express';
import session from 'express-session';
import { createClient, isAutomaticLogin, PlidRefusal, PlidUnavailable } from 'plid/client';
import { homePage, messagePage, signedOutPage } from './pages.js';

const { PLID_SERVICE, PLID_CLIENT_ID, PLID_CLIENT_SECRET, ORIGIN, PORT, SESSION_SECRET } = process.env;

const plid = createClient({
  service: PLID_SERVICE,
  clientId: PLID_CLIENT_ID,
  clientSecret: PLID_CLIENT_SECRET,
  redirectUri: `${ORIGIN}/callback`,
});

/** The people of this application, by plid. In production this is a table. */
const users = new Map();

const isSecure = ORIGIN.startsWith('https:');
const app = express();
app.disable('x-powered-by');
// In production a proxy in front of this server speaks https.
app.set('trust proxy', isSecure ? 1 : false);
app.use(
  session({
    name: isSecure ? '__Host-shop' : 'shop',
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    // Lax: the cookie has to come along when the service leads the person back to /callback.
    cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: 12 * 60 * 60 * 1000 },
  }),
);

/** Passes errors to the error handler below. Express 5 does this itself, but in Express 4 an uncaught error ends the process. */
const catchErrors = (handler) => (request, response, next) => handler(request, response, next).catch(next);

/** Forms are taken from this application's own pages alone; browsers say where a form comes from. */
app.use((request, response, next) => {
  response.set('Cache-Control', 'no-store');
  if (request.method !== 'POST' || request.get('Origin') === ORIGIN) return next();
  response.status(403).send(messagePage('This form was sent from another site.'));
});

app.get('/', (request, response) => {
  const user = users.get(request.session.plid);
  response.send(user === undefined ? signedOutPage() : homePage(user));
});

async function login(request, response) {
  const prompt = request.query.prompt === 'login' ? 'login' : undefined;
  const { url, state, codeVerifier } = await plid.startSignIn({ prompt });
  request.session.signIn = { state, codeVerifier };
  response.redirect(url);
}
app.get('/login', catchErrors(login));

async function finishLogin(request, response) {
  const { signIn } = request.session;
  // A state is good for one callback.
  delete request.session.signIn;
  const user = await plid.finishSignIn(request.originalUrl, signIn);
  // An automatic login brings the plid alone: who is not known here, or no longer, signs in with their phone.
  if (isAutomaticLogin(user) && !users.has(user.plid)) return response.redirect('/login?prompt=login');
  users.set(user.plid, { ...users.get(user.plid), ...user });
  await renewSession(request);
  request.session.plid = user.plid;
  response.redirect('/');
}
app.get('/callback', catchErrors(finishLogin));

async function logout(request, response) {
  await renewSession(request);
  response.redirect(303, '/');
}
app.post('/logout', catchErrors(logout));

async function disconnect(request, response) {
  const { plid: id } = request.session;
  if (id !== undefined) {
    await plid.disconnect(id).catch((failure) => {
      // Refused: the person has ended the connection elsewhere already.
      if (!(failure instanceof PlidRefusal)) throw failure;
    });
    users.delete(id);
  }
  await renewSession(request);
  response.redirect(303, '/');
}
app.post('/disconnect', catchErrors(disconnect));

app.use((_request, response) => response.status(404).send(messagePage('There is no such page.')));

app.use((failure, _request, response, _next) => {
  if (failure instanceof PlidRefusal) {
    const cancelled = failure.error === 'access_denied';
    const message = cancelled ? 'You were not logged in.' : 'This login is no longer valid.';
    return response.status(400).send(messagePage(message));
  }
  if (failure instanceof PlidUnavailable) {
    const message = 'The login is not available just now. Try again in a moment.';
    return response.status(503).set('Retry-After', '5').send(messagePage(message));
  }
  // Its message says what to change here. It holds no secret, and nothing of the person.
  console.error(failure);
  response.status(500).send(messagePage('Something is wrong at our end.'));
});

/** Ends the session and begins an empty one under a new id: an id from before a login must not be worth anything after it. */
function renewSession(request) {
  return new Promise((resolve, reject) => {
    request.session.regenerate((failure) => (failure ? reject(failure) : resolve()));
  });
}

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${ORIGIN}`));
