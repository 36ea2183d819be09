import { type CheckTarget, explainConnection, send } from './worker-requests.ts';

/** The result of one check. A `note` reports something that may be intended. */
export interface Finding {
  level: 'good' | 'note' | 'fault';
  what: string;
  advice?: string;
}

/** Advice for a response with status 503. */
export const outageAdvice =
  'A dependency is temporarily unavailable. docs/operate/outages.md describes what still works. Try again later.';

/** Headers of every plid response. Strict-Transport-Security is sent only over https. */
const always: Record<string, RegExp> = {
  'Cache-Control': /^no-store$/,
  'Referrer-Policy': /^no-referrer$/,
  'X-Content-Type-Options': /^nosniff$/,
  'Cross-Origin-Resource-Policy': /^same-origin$/,
  'X-Request-Id': /^[0-9a-f]{16}$/,
  'Strict-Transport-Security': /max-age=[1-9]/,
};

/** Checks that response headers arrive as the worker sent them. @param path of a plid worker. */
export async function checkHeaders(where: CheckTarget, path: string): Promise<Finding[]> {
  const { headers } = await send(where, 'GET', path);
  const isPlain = new URL(where.origin).protocol === 'http:';
  return Object.entries(always)
    .filter(([name]) => !(isPlain && name === 'Strict-Transport-Security'))
    .filter(([name, value]) => !value.test(headers.get(name) ?? ''))
    .map(([name]) => ({
      level: 'fault',
      what: `${path} responds with ${name}: ${headers.get(name) ?? 'none'}`,
      advice:
        'A rule of the zone changes it (Rules › Transform Rules, Managed Transforms), or the workers are outdated. To update them, run: npx plid-admin deploy',
    }));
}

/** Checks that the service's issuer is its own origin. */
export async function checkMetadata(where: CheckTarget, origin: string): Promise<Finding[]> {
  const { status, body } = await send(where, 'GET', '/.well-known/oauth-authorization-server');
  if (status !== 200) return [];
  const { issuer } = JSON.parse(body);
  if (issuer === origin) return [{ level: 'good', what: `the issuer is ${origin}` }];
  return [
    {
      level: 'fault',
      what: `the issuer in the metadata is ${issuer}`,
      advice: `Applications check the issuer. Set BASE_URL to ${origin}, or configure the applications with the issuer from the metadata.`,
    },
  ];
}

/**
 * Checks that the gateway redirects to a login service that knows the gateway. The check calls the service as a
 * browser would.
 */
export async function checkLogin(where: CheckTarget, origin: string): Promise<Finding[]> {
  const { status, headers } = await send(where, 'GET', '/auth/login');
  const location = headers.get('Location') ?? '';
  if ((status !== 302 && status !== 303) || !URL.canParse(location)) return [];
  const service = new URL(location);
  const own = `Set GATEWAY_ORIGIN to ${origin}, and register ${origin}/auth/callback at the service.`;
  if (service.origin !== origin && service.pathname === '/auth/login')
    return [
      {
        level: 'fault',
        what: `a sign-in is redirected to ${service.origin}, which is GATEWAY_ORIGIN`,
        advice: `If users sign in there, check that address: npx plid-admin doctor --url ${service.origin}. Otherwise: ${own}`,
      },
    ];
  const callback = service.searchParams.get('redirect_uri');
  if (callback !== `${origin}/auth/callback`)
    return [
      {
        level: 'fault',
        what: `after signing in, users would be redirected to ${callback}`,
        advice: own,
      },
    ];
  const known = await askService(service);
  return known.level === 'good' ? [known, await checkClientSecret(where, service, headers)] : [known];
}

/**
 * Checks that the service accepts the gateway's client secret, by completing the started sign-in with an invalid
 * code. The service authenticates the gateway before it rejects the code.
 */
async function checkClientSecret(where: CheckTarget, service: URL, begun: Headers): Promise<Finding> {
  const cookies = begun.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const state = service.searchParams.get('state') ?? '';
  const path = `/auth/callback?${new URLSearchParams({ code: 'made-up-by-doctor', state })}`;
  const answer = await send(where, 'GET', path, { Cookie: cookies.join('; '), Accept: 'application/json' });
  const said = `to an invalid code: ${messageOf(answer.body)}`;
  if (answer.status === 502)
    return {
      level: 'fault',
      what: `the gateway responds with 502 ${said}`,
      advice:
        'No user can sign in. Check CLIENT_SECRET, SERVICE_URL, and TOKEN_PATH (docs/troubleshoot/operators.md).',
    };
  if (answer.status === 503 || answer.status === 429)
    return {
      level: 'note',
      what: `the gateway responds with ${answer.status} ${said}`,
      advice: answer.status === 503 ? outageAdvice : 'Try again later.',
    };
  return { level: 'good', what: `the login service at ${service.origin} accepts the client secret` };
}

async function askService(service: URL): Promise<Finding> {
  const path = service.pathname + service.search;
  const asked = { origin: service.origin, headers: { Accept: 'application/json' } };
  const answer = await send(asked, 'GET', path).catch(explainConnection);
  if ('advice' in answer)
    return {
      level: 'fault',
      what: `the login service at ${service.origin}: ${answer.fault}`,
      advice: `Check SERVICE_URL. ${answer.advice}`,
    };
  if (answer.status < 400)
    return { level: 'good', what: `the login service at ${service.origin} knows this gateway` };
  const what = `the login service at ${service.origin} responds with ${answer.status} to a sign-in: ${messageOf(answer.body)}`;
  if (answer.status === 503) return { level: 'fault', what, advice: outageAdvice };
  return {
    level: 'fault',
    what,
    advice:
      'Check SERVICE_URL, AUTHORIZE_PATH, and CLIENT_ID, and make sure that the callback address of the gateway is registered at the service.',
  };
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body);
    return typeof message === 'string' ? message : 'no message';
  } catch {
    return 'no message';
  }
}

/** Checks that nothing is served over plain http. @param origin with https. @param path of a plid worker. */
export async function checkPlainHttp(origin: string, path: string): Promise<Finding> {
  const plain = { origin: origin.replace(/^https:/, 'http:'), headers: {} };
  const answer = await send(plain, 'GET', path).catch(() => undefined);
  if (answer === undefined || answer.status >= 300)
    return { level: 'good', what: 'nothing is served over plain http' };
  return {
    level: 'fault',
    what: `${plain.origin}${path} responds with ${answer.status} over plain http`,
    advice: 'A server in front of the workers responds to plain http. Turn on SSL/TLS › Always Use HTTPS.',
  };
}

/** Maximum accepted difference between this machine's clock and the deployment's clock, in seconds. */
const maxClockSkew = 30;

/** Compares this machine's clock with the deployment's. */
export async function checkClock(where: CheckTarget, path: string): Promise<Finding> {
  const { headers } = await send(where, 'GET', path);
  const theirs = Date.parse(headers.get('Date') ?? '');
  const skew = Math.round((Date.now() - theirs) / 1000);
  if (Number.isNaN(theirs) || Math.abs(skew) <= maxClockSkew)
    return { level: 'good', what: `the clocks differ by at most ${maxClockSkew} seconds` };
  return {
    level: 'fault',
    what: `this machine's clock is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead' : 'behind'}`,
    advice:
      'Synchronize the clock with NTP. Otherwise, signed identities and events that are verified on this machine look too new or expired.',
  };
}
