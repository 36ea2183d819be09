import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { layout } from './layout.ts';

/** Who is signed in; attributes that are not known are left out. Times in seconds since 1970. */
interface Session {
  user: { plid: string; name?: string; phoneNo?: string; ci?: string };
  created: number;
  expires: number;
}

interface Env {
  Bindings: {
    /** The gateway's session worker, bound as a service: asking it costs no request over the network. */
    GATEWAY: { session(request: Request): Promise<Session | null> };
  };
  Variables: { session: Session | null };
}

const app = new Hono<Env>();

/** Forms from other sites are refused. Those of log-out and disconnect go to the gateway, which sees to that itself. */
app.use(csrf());

/** Finds out who sends the request, once. What is made for one person must not be kept for the next one. */
app.use(async (c, next) => {
  c.set('session', await c.env.GATEWAY.session(new Request(c.req.url, { headers: c.req.raw.headers })));
  await next();
  c.header('Cache-Control', 'no-store');
});

/** Leads people to the login, and back to where they wanted to go; programs get 401. */
const needsSession = createMiddleware<Env & { Variables: { session: Session } }>(async (c, next) => {
  if (c.get('session') !== null) return next();
  if (!c.req.header('Accept')?.includes('text/html'))
    throw new HTTPException(401, { message: 'Sign in first.' });
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/auth/login?required=Y&return_to=${encodeURIComponent(pathname + search)}`);
});

/** Without consent to the name there is none; the plid is always there. */
const nameOf = ({ user }: Session) => user.name ?? user.plid;

app.get('/', (c) => {
  const session = c.get('session');
  if (session === null)
    return c.html(
      layout(
        html`<p>You are not signed in.</p><a href="/auth/login?return_to=/">Sign in with your phone number</a>`,
      ),
    );
  return c.html(
    layout(html`
      <p>Hello, ${nameOf(session)}.</p>
      <a href="/orders">Your orders</a>
      <form method="post" action="/auth/logout"><input type="hidden" name="return_to" value="/"><button>Sign out</button></form>
      <form method="post" action="/auth/disconnect"><input type="hidden" name="return_to" value="/"><button>Disconnect</button></form>`),
  );
});

app.get('/orders', needsSession, (c) =>
  c.html(
    layout(html`
      <p>Orders of ${nameOf(c.get('session'))}: none yet.</p>
      <form method="post" action="/orders"><button>Order something</button></form>`),
  ),
);

// What is bought belongs to the plid of the session, never to one that the form names.
app.post('/orders', needsSession, (c) =>
  c.html(layout(html`<p>Thank you, ${nameOf(c.get('session'))}.</p>`)),
);

app.get('/api/me', needsSession, (c) => c.json({ name: nameOf(c.get('session')) }));

app.onError((failure, c) => {
  if (failure instanceof HTTPException) return c.json({ message: failure.message }, failure.status);
  // The gateway throws while nobody can be asked who is signed in: nobody is not the answer then.
  console.error(failure);
  return c.html(layout(html`<p>Come back in a moment.</p>`), 503, {
    'Retry-After': '5',
    'Cache-Control': 'no-store',
  });
});

export default app;
