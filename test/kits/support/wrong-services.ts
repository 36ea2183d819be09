import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Init } from '../../support/fixtures/browser-session.ts';

type Next = (url: URL, init: Init) => Promise<Response>;
/** Answers a request in place of the service, or changes the service's answer. */
export type Change = (url: URL, init: Init, next: Next) => Promise<Response>;
type Body = Record<string, unknown>;

/** A service that gets one thing wrong. */
export interface WrongService {
  wrong: string;
  /** The sections to try, and the case that finds the fault. */
  sections: string[];
  found: RegExp;
  change: Change;
}

export const at =
  (path: string, change: Change): Change =>
  (url, init, next) =>
    url.pathname === path ? change(url, init, next) : next(url, init);

/** Changes the JSON of successful answers. */
export const body = (path: string, change: (body: Body) => unknown): Change =>
  at(path, async (url, init, next) => {
    const answer = await next(url, init);
    if (!answer.ok) return answer;
    return Response.json(change((await answer.json()) as Body), { status: 200 });
  });

const user = (change: (user: Record<string, string>) => unknown) =>
  body('/v1/user/me', (envelope) => ({
    ...envelope,
    user: change(envelope.user as Record<string, string>),
  }));

/** Changes the status or the JSON of errors. */
export const refusal = (path: string, change: (body: Body, status: number) => [unknown, number]): Change =>
  at(path, async (url, init, next) => {
    const answer = await next(url, init);
    if (answer.status < 400) return answer;
    const [json, status] = change((await answer.json()) as Body, answer.status);
    return Response.json(json, { status });
  });

/** Changes the request before it reaches the service. */
export const request = (
  path: string,
  change: (url: URL, init: Init, form: URLSearchParams) => Init | undefined,
) =>
  at(path, (url, init, next) => {
    const form = new URLSearchParams(String(init.body ?? ''));
    const changed = change(url, init, form) ?? init;
    const isForm = init.method === 'POST' || changed.method === 'POST';
    return next(url, isForm ? { ...changed, body: form.toString() } : changed);
  });

const withHeaders = (init: Init, headers: Record<string, string>): Init => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), ...headers },
});

const [authorize, par, token, me, disconnect] = [
  '/oauth2/authorize',
  '/oauth2/par',
  '/oauth2/token',
  '/v1/user/me',
  '/v1/user/disconnect',
];
const basic = ({ clientId, clientSecret }: Credentials) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

interface Credentials {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Encrypts a field with another key than that of §2.2. */
function underAnotherKey(field: string, { clientSecret }: Credentials): string {
  const [key, other] = [clientSecret.slice(0, 16), clientSecret.slice(16, 32)];
  const reader = createDecipheriv('aes-128-cbc', key, key);
  const clear = Buffer.concat([reader.update(field, 'base64'), reader.final()]);
  const writer = createCipheriv('aes-128-cbc', other, other);
  return Buffer.concat([writer.update(clear), writer.final()]).toString('base64');
}

function wrongAtAuthorize({ redirectUri }: Credentials): WrongService[] {
  const sections = ['4.1'];
  /** Replaces a missing or wrong value with a good one. */
  const unchecked = (name: string, value: string) =>
    request(authorize, (url) => void url.searchParams.set(name, value));
  return [
    {
      wrong: 'takes any redirect address',
      sections,
      found: /an unregistered redirect_uri/,
      change: unchecked('redirect_uri', redirectUri),
    },
    {
      wrong: 'takes a redirect address that begins like a registered one',
      sections,
      found: /an unregistered redirect_uri/,
      change: request(authorize, ({ searchParams }) => {
        if (searchParams.get('redirect_uri')?.startsWith(redirectUri))
          searchParams.set('redirect_uri', redirectUri);
        return undefined;
      }),
    },
    { wrong: 'needs no state', sections, found: /a missing state/, change: unchecked('state', 'x') },
    {
      wrong: 'takes any response_type',
      sections,
      found: /response_type must be code/,
      change: unchecked('response_type', 'code'),
    },
    {
      wrong: 'reports a wrong parameter by a redirect',
      sections,
      found: /a missing response_type/,
      change: at(authorize, async (url, init, next) => {
        const answer = await next(url, init);
        if (answer.status !== 400) return answer;
        return new Response(null, {
          status: 302,
          headers: { Location: `${redirectUri}?error=invalid_request` },
        });
      }),
    },
    {
      wrong: 'answers an unknown client with 401',
      sections,
      found: /unknown client_id/,
      change: refusal(authorize, (json) => [json, 401]),
    },
    {
      wrong: 'refuses in words of its own',
      sections,
      found: /a missing client_id/,
      change: refusal(authorize, (json, status) => [{ ...json, error: 'bad_client' }, status]),
    },
  ];
}

function wrongAtToken(credentials: Credentials): WrongService[] {
  const answered = new Map<string, Body>();
  const Authorization = basic(credentials);
  return [
    {
      wrong: 'writes Bearer with a capital',
      sections: ['2.3'],
      found: /lower case/,
      change: body(token, (json) => ({ ...json, token_type: 'Bearer' })),
    },
    {
      wrong: 'has accessToken instead of access_token',
      sections: ['2.3'],
      found: /the field access_token/,
      change: body(token, ({ access_token, ...json }) => ({ accessToken: access_token, ...json })),
    },
    {
      wrong: 'issues tokens for no time',
      sections: ['2.3'],
      found: /whole number/,
      change: body(token, (json) => ({ ...json, expires_in: 0 })),
    },
    {
      wrong: 'returns the lifetime in words',
      sections: ['2.3'],
      found: /whole number/,
      change: body(token, (json) => ({ ...json, expires_in: '10 minutes' })),
    },
    {
      wrong: 'echoes another state',
      sections: ['2.3'],
      found: /state, if returned/,
      change: body(token, (json) => ({ ...json, state: 'another' })),
    },
    {
      wrong: 'calls its JSON text',
      sections: ['2.3'],
      found: /Content-Type/,
      change: at(token, async (url, init, next) => {
        const answer = await next(url, init);
        return new Response(await answer.text(), {
          status: answer.status,
          headers: { 'Content-Type': 'text/plain' },
        });
      }),
    },
    {
      wrong: 'answers an unknown code with 400',
      sections: ['4.2'],
      found: /unknown code/,
      change: refusal(token, (json, status) => [json, status === 500 ? 400 : status]),
    },
    {
      wrong: 'does not name the unknown code',
      sections: ['4.2'],
      found: /an unknown code returns 500 .*a message that names 000000/,
      change: refusal(token, (json, status) => [{ ...json, message: 'Wrong.' }, status]),
    },
    {
      wrong: 'takes a code twice',
      sections: ['4.2'],
      found: /a used code/,
      change: at(token, async (url, init, next) => {
        const code = new URLSearchParams(String(init.body)).get('code') ?? '';
        const before = answered.get(code);
        if (before !== undefined) return Response.json(before);
        const answer = await next(url, init);
        if (answer.ok) answered.set(code, (await answer.clone().json()) as Body);
        return answer;
      }),
    },
    {
      wrong: 'takes any grant_type',
      sections: ['4.2'],
      found: /grant_type must be authorization_code/,
      change: request(token, (_, __, form) => void form.set('grant_type', 'authorization_code')),
    },
    {
      wrong: 'reads no query string',
      sections: ['4.2'],
      found: /in the query string/,
      change: at(token, (url, init, next) => next(new URL(url.pathname, url), init)),
    },
    {
      wrong: 'takes GET for POST',
      sections: ['4.2'],
      found: /GET/,
      change: at(token, (url, init, next) =>
        next(
          url,
          init.method === 'POST'
            ? init
            : withHeaders(
                { ...init, method: 'POST' },
                { 'Content-Type': 'application/x-www-form-urlencoded' },
              ),
        ),
      ),
    },
    {
      wrong: 'checks no secret in the header',
      sections: ['5'],
      found: /cannot be exchanged with a wrong secret/,
      change: request(token, (_, init) => withHeaders(init, { authorization: Authorization })),
    },
    {
      wrong: 'checks no secret among the parameters',
      sections: ['5'],
      found: /cannot be exchanged with a wrong secret/,
      change: request(token, (_, __, form) => {
        if (form.has('client_secret')) form.set('client_secret', credentials.clientSecret);
        return undefined;
      }),
    },
  ];
}

function wrongAtUser(credentials: Credentials): WrongService[] {
  let good = '';
  let identity: Record<string, string> = {};
  const field = (wrong: string, found: RegExp, change: Parameters<typeof user>[0], section = '2.1') => ({
    wrong,
    sections: [section],
    found,
    change: user(change),
  });
  const envelope = (wrong: string, found: RegExp, change: (json: Body) => unknown) => ({
    wrong,
    sections: ['2.4'],
    found,
    change: body(me, change),
  });
  return [
    field(
      'writes phoneno in lower case',
      /the field phoneNo, came the field phoneno/,
      ({ phoneNo, ...rest }) => ({
        ...rest,
        phoneno: phoneNo,
      }),
    ),
    field('leaves plid out', /the field plid/, ({ plid: _, ...rest }) => rest),
    field('returns the age band as a number', /every field is a string/, (json) => ({
      ...json,
      agegroup: Number(json.agegroup),
    })),
    field('returns the age itself', /agegroup in the format/, (json) => ({ ...json, agegroup: '43' })),
    field('writes gender out', /gender in the format/, (json) => ({ ...json, gender: 'female' })),
    field('says true for Y', /returns the flags N and N/, (json) => ({ ...json, autoLoginYn: 'true' })),
    field('has another plid each time', /the same plid/, (json) => ({ ...json, plid: crypto.randomUUID() })),
    field('returns the identity at each automatic login', /every identity field is empty/, (json) => {
      if (json.autoStatusCheck === 'Y') identity = json;
      const { plid, autoLoginYn, autoStatusCheck } = json;
      const isAutomatic = autoLoginYn === 'Y' && autoStatusCheck === 'N';
      return isAutomatic ? { ...identity, plid, autoLoginYn, autoStatusCheck } : json;
    }),
    field(
      'calls each automatic login the first',
      /mode 2: an automatic login returns the flags autoLoginYn Y and autoStatusCheck N/,
      (json) => ({
        ...json,
        autoStatusCheck: json.autoLoginYn,
      }),
    ),
    field(
      'empties the first automatic login',
      /the same fields as a sign-in without automatic login/,
      (json) => (json.autoLoginYn === 'Y' ? { ...json, name: '' } : json),
    ),
    field(
      'encrypts under another key',
      /encrypted fields/,
      (json) => ({ ...json, name: underAnotherKey(json.name ?? '', credentials) }),
      '2.2',
    ),
    field('does not encrypt', /encrypted fields/, (json) => ({ ...json, birthdate: '850515' }), '2.2'),
    field(
      'writes base64url',
      /in Base64/,
      (json) => ({ ...json, ci: json.ci?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') }),
      '2.2',
    ),
    envelope('returns its code as a number', /code "0000"/, (json) => ({ ...json, code: 0 })),
    envelope('calls success ok', /error "success"/, (json) => ({ ...json, error: 'ok' })),
    envelope('leaves the message out', /the field message/, ({ message: _, ...json }) => json),
    {
      wrong: 'takes any token',
      sections: ['2.4', '4.3'],
      found: /an invalid token/,
      change: at(me, async (url, init, next) => {
        const answer = await next(url, init);
        if (answer.ok) good = new Headers(init.headers).get('Authorization') ?? '';
        return answer.ok || good === '' ? answer : next(url, withHeaders(init, { authorization: good }));
      }),
    },
    {
      wrong: 'takes the token from the address',
      sections: ['4.3'],
      found: /only in the header/,
      change: at(me, (url, init, next) => {
        const sent = url.searchParams.get('access_token');
        return next(url, sent === null ? init : withHeaders(init, { authorization: `Bearer ${sent}` }));
      }),
    },
  ];
}

const wrongElsewhere = (credentials: Credentials): WrongService[] => [
  {
    wrong: 'sends the user along with a disconnect',
    sections: ['4.4'],
    found: /also user/,
    change: body(disconnect, (json) => ({ ...json, user: {} })),
  },
  {
    wrong: 'answers a disconnect with 204',
    sections: ['4.4'],
    found: /status 204/,
    change: at(disconnect, async (url, init, next) => {
      const answer = await next(url, init);
      return answer.ok ? new Response(null, { status: 204 }) : answer;
    }),
  },
  {
    wrong: 'says that an unknown user was disconnected',
    sections: ['4.4'],
    found: /an unknown plid is rejected/,
    change: refusal(disconnect, () => [{ code: '0000', error: 'success', message: 'Done.' }, 200]),
  },
  {
    wrong: 'disconnects with a wrong secret',
    sections: ['5'],
    found: /a request with a wrong secret disconnects no user/,
    change: request(disconnect, (_, init) => withHeaders(init, { authorization: basic(credentials) })),
  },
  {
    wrong: 'has a page at every address',
    sections: ['7'],
    found: /an unknown path/,
    change: async (url, init, next) => {
      const answer = await next(url, init);
      const headers = { 'Content-Type': 'text/html' };
      return answer.status === 404 ? new Response('<h1>Welcome</h1>', { headers }) : answer;
    },
  },
];

const wrongAtPar = (credentials: Credentials): WrongService[] =>
  [
    {
      wrong: 'answers a pushed request with 200',
      found: /a pushed request returns 201/,
      change: body(par, (pushed) => pushed),
    },
    {
      wrong: 'accepts a pushed request from any caller',
      found: /with a wrong secret/,
      change: request(par, (_, init) => withHeaders(init, { authorization: basic(credentials) })),
    },
    {
      wrong: 'takes a request_uri in a pushed request',
      found: /contains request_uri/,
      change: request(par, (_, __, form) => void form.delete('request_uri')),
    },
    {
      wrong: 'begins what another application has pushed',
      found: /another application can't use the request_uri/,
      change: request(authorize, ({ searchParams }) => {
        if (searchParams.has('request_uri')) searchParams.set('client_id', credentials.clientId);
        return undefined;
      }),
    },
  ].map((service) => ({ ...service, sections: ['4.1'] }));

/** Services with one fault each. @param credentials of the application that tries them. */
export const wrongServices = (credentials: Credentials): WrongService[] => [
  ...wrongAtAuthorize(credentials),
  ...wrongAtPar(credentials),
  ...wrongAtToken(credentials),
  ...wrongAtUser(credentials),
  ...wrongElsewhere(credentials),
];
