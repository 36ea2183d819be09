import { at, body, refusal, request, type WrongService } from './wrong-services.ts';

const [authorize, token, userinfo, keys, discovery] = [
  '/oauth2/authorize',
  '/oauth2/openid/token',
  '/oauth2/userinfo',
  '/oauth2/openid/jwks.json',
  '/.well-known/openid-configuration',
];

type Key = Record<string, unknown>;
const keySet = (change: (key: Key) => Key) =>
  body(keys, ({ keys: published }) => ({ keys: (published as Key[]).map(change) }));

/** Faults of an OpenID Connect provider in its published documents. */
const wrongDocuments: Omit<WrongService, 'sections'>[] = [
  {
    wrong: 'names another issuer than its id_tokens',
    found: /oidcc-server.*expected iss/,
    change: body(discovery, (document) => ({ ...document, issuer: 'https://other.example' })),
  },
  {
    wrong: 'leaves userinfo out of its document',
    found: /oidcc-discovery-endpoint-verification/,
    change: body(discovery, ({ userinfo_endpoint: _, ...document }) => document),
  },
  {
    wrong: 'signs only with ES256',
    found: /oidcc-discovery-endpoint-verification.*RS256/,
    change: body(discovery, (document) => ({
      ...document,
      id_token_signing_alg_values_supported: ['ES256'],
    })),
  },
  {
    wrong: 'publishes its private keys',
    found: /only public keys, came keys with d/,
    change: keySet((key) => ({ ...key, d: 'AQ' })),
  },
  {
    wrong: 'publishes other keys than it signs with',
    found: /oidcc-server.*expected a key at jwks_uri/,
    change: keySet((key) => ({ ...key, kid: 'other' })),
  },
];

const wrongRequests: Omit<WrongService, 'sections'>[] = [
  {
    wrong: 'does without response_type',
    found: /oidcc-response-type-missing/,
    change: request(authorize, ({ searchParams }) => void searchParams.set('response_type', 'code')),
  },
  {
    wrong: 'refuses parameters that it does not know',
    found: /oidcc-ensure-request-with-unknown-parameter-succeeds/,
    change: at(authorize, async (url, init, next) =>
      url.searchParams.has('extra') ? Response.json({}, { status: 400 }) : next(url, init),
    ),
  },
  {
    wrong: 'shows a page for prompt=none',
    found: /oidcc-prompt-none-not-logged-in/,
    change: request(authorize, ({ searchParams }) => void searchParams.delete('prompt')),
  },
  {
    wrong: 'leads to any redirect_uri',
    found: /oidcc-ensure-registered-redirect-uri/,
    change: at(authorize, async (url, init, next) => {
      const address = url.searchParams.get('redirect_uri') ?? '';
      return address.includes('unregistered') ? Response.redirect(address) : next(url, init);
    }),
  },
  {
    wrong: 'passes over response_mode',
    found: /Form Post OP oidcc-prompt-none-not-logged-in/,
    change: request(authorize, ({ searchParams }) => void searchParams.delete('response_mode')),
  },
  {
    wrong: 'redirects a sign-out to any address',
    found: /oidcc-rp-initiated-logout-bad-post-logout-redirect-uri/,
    change: at('/oauth2/openid/logout', async (url, init, next) => {
      const address = url.searchParams.get('post_logout_redirect_uri') ?? '';
      return address.includes('unregistered') ? Response.redirect(address) : next(url, init);
    }),
  },
  {
    wrong: 'accepts a token of userinfo only in the header',
    found: /oidcc-userinfo-post-body/,
    change: at(userinfo, async (url, init, next) =>
      new Headers(init.headers).has('Authorization') ? next(url, init) : Response.json({}, { status: 401 }),
    ),
  },
  {
    wrong: 'takes no form as a request',
    found: /oidcc-ensure-post-request-succeeds/,
    change: at(authorize, async (url, init, next) =>
      init.method === 'POST' ? Response.json({}, { status: 405 }) : next(url, init),
    ),
  },
  {
    wrong: 'passes over a request object',
    found: /oidcc-unsigned-request-object/,
    change: request(authorize, ({ searchParams }) => void searchParams.delete('request')),
  },
];

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const wrongAnswers: Omit<WrongService, 'sections'>[] = [
  {
    wrong: 'changes an id_token after it has signed it',
    found: /oidcc-server.*expected an id_token with a valid signature/,
    change: body(token, ({ id_token, ...answer }) => {
      const [header, claims = '', signature] = String(id_token).split('.');
      const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), name: 'other' };
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url');
      return { ...answer, id_token: [header, text, signature].join('.') };
    }),
  },
  {
    wrong: 'sends no id_token',
    found: /oidcc-server.*expected the field id_token/,
    change: body(token, ({ id_token: _, ...answer }) => answer),
  },
  {
    wrong: 'answers a spent code like an own failure',
    found: /oidcc-codereuse/,
    change: refusal(token, (error) => [{ ...error, error: 'server_error' }, 500]),
  },
  {
    wrong: 'takes any verifier',
    found: /oidcc-ensure-request-with-valid-pkce-succeeds/,
    change: request(token, (_, __, form) => {
      if (form.has('code_verifier')) form.set('code_verifier', verifier);
      return undefined;
    }),
  },
  {
    wrong: 'accepts credentials only in the header',
    found: /oidcc-server-client-secret-post/,
    change: request(token, (_, __, form) => void form.delete('client_secret')),
  },
  {
    wrong: 'has another sub at userinfo',
    found: /oidcc-userinfo-get/,
    change: body(userinfo, (claims) => ({ ...claims, sub: 'other' })),
  },
  {
    wrong: 'supports only GET for userinfo',
    found: /oidcc-userinfo-post-header/,
    change: at(userinfo, async (url, init, next) =>
      init.method === 'POST' ? Response.json({}, { status: 405 }) : next(url, init),
    ),
  },
  {
    wrong: 'returns a phone number without its scope',
    found: /oidcc-scope-phone.*expected no phone claim without the scope/,
    change: body(userinfo, (claims) => ({ phone_number: '+821000000001', ...claims })),
  },
  {
    wrong: 'writes numbers as one dials them at home',
    found: /oidcc-scope-phone.*expected phone_number in the format/,
    change: body(userinfo, ({ phone_number: has, ...claims }) =>
      has ? { ...claims, phone_number: '01000000001' } : claims,
    ),
  },
  {
    wrong: 'sends an empty address',
    found: /oidcc-scope-email.*expected email in the format/,
    change: body(userinfo, ({ email: has, ...claims }) => (has ? { ...claims, email: '' } : claims)),
  },
];

/** Providers of OpenID Connect with one fault each. */
export const wrongProviders: WrongService[] = [...wrongDocuments, ...wrongRequests, ...wrongAnswers].map(
  (service) => ({
    ...service,
    sections: ['Config OP', 'Basic OP', 'Form Post OP', 'RP-Initiated Logout OP'],
  }),
);
