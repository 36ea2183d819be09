import express, { type Request, type Response } from 'express';
import NextAuth, { type AuthOptions } from 'next-auth';

/** The additions of Next.js to a request of its API routes. */
function asInNext(request: Request) {
  const cookies = (request.headers.cookie ?? '').split('; ').map((cookie) => cookie.split('='));
  const query = { ...request.query, nextauth: request.params.nextauth };
  return Object.defineProperties(request, {
    query: { value: query },
    cookies: { value: Object.fromEntries(cookies.map(([name, ...value]) => [name, value.join('=')])) },
  });
}

/** `pages/api/auth/[...nextauth].ts` on Express. */
export function nextAuthApplication(options: AuthOptions): express.Express {
  const app = express();
  app.use(express.urlencoded());
  app.all('/api/auth/*nextauth', (request: Request, response: Response) =>
    NextAuth(asInNext(request) as never, response as never, options),
  );
  app.get('/', (_, response) => {
    response.send('the page of the application');
  });
  return app;
}
