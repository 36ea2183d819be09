import { vi } from 'vitest';
import { fieldOf, mapFields } from '../../../../workers/service/registry/application-fields.ts';

/** Answers of an operator's API that are the same in each run, so that a command's output only depends on the command. */

export const client_id = 'demoshop000000000001';
const at = 1_790_000_000;
const day = 86_400;

const fields = mapFields((name) => {
  const { kind } = fieldOf(name);
  if (kind === 'callbacks') return [`https://shop.example/${name}`];
  if (kind === 'attributes') return name === 'optional' ? ['birthday'] : ['ci', 'name', 'birthday'];
  if (kind === 'number') return 19;
  if (kind === 'flag') return true;
  if (kind === 'page' || kind === 'receiver') return `https://shop.example/${name}`;
  return `the ${name}`;
});
const secrets = [
  { id: 's3', created: at, sealed: 'current' },
  { id: 's2', created: at - day, sealed: 'earlier' },
];
const application = { client_id, ...fields, name: '가게', secrets, created: at - 9 * day, version: 7 };
const withSecret = { ...application, client_secret: 'the-new-secret' };
const stated = { ...fields, version: 4, at: at - 5 * day };
const agreement = { refused: ['birthday'], version: 4, language: 'ko', words: 1, terms: 'd1' };
const disclosure = { first: at - 8 * day, last: at - day, attributes: ['ci', 'name'], ended: at };
const named = { client_id, application: '가게' };
const request = { ...named, sent: at, status: 'approved', sign_in: 'abcdefghijk' };
const consent = { ...named, attributes: ['ci', 'name'], agreed: at - 2 * day, agreement };

/** A user about whom everything is stored that a service may store. */
const person = {
  stored: true,
  plid: 'plid-of-kim',
  pseudonyms: ['p1', 'p2'],
  registration: { status: 'registered', since: at - 30 * day, reused: at - 40 * day },
  requests: [request],
  consents: [consent],
  earlierConsents: [
    { ...consent, agreed: at - 7 * day, agreement: { ...agreement, refused: [], version: 1 } },
  ],
  automaticLogins: [{ ...named, agent: 'Chrome, Android', started: at - day, expires: at + 29 * day }],
  grants: { codes: 1, tokens: 2, ended: 3 },
  signIns: [
    { ...named, at, known: true, agent: 'Chrome, Android', country: 'KR', city: 'Seoul' },
    { ...named, at: at - day, known: false },
  ],
  passkeys: [
    { agent: 'Chrome, Android', created: at - day, used: at },
    { agent: '', created: at, used: null },
  ],
  events: [{ ...named, type: 'account-disabled', at, status: 'not_delivered' }],
  disclosures: [{ ...named, ...disclosure }],
  terminated: at - 50 * day,
};
const session = {
  session: 's-1',
  agent: 'Safari, iOS',
  created: at,
  expires: at + day,
  relyingParties: ['books'],
};
const user = {
  ...{ plid: 'plid-of-kim', pseudonyms: ['p1'], identity: { name: '김하나', phoneNo: '01000000001' } },
  ...{ seen: at, fullSignInAfter: at - day, disconnected: at - 2 * day },
  ...{ sessions: [session], undeliveredLogouts: ['books'] },
};
const reviewer = {
  id: 'r1',
  phoneNo: '01000000009',
  plid: 'plid-r1',
  created: at,
  ends: at + 30 * day,
  last: at + 60,
  sealed: 'k1',
};
const event = {
  jti: 'j1',
  plid: 'plid-of-kim',
  type: 'account-disabled',
  at,
  status: 'not_delivered',
  answer: '500',
};
const provider = {
  ...{
    issuer: 'https://login.example.com',
    authorization_endpoint: 'https://login.example.com/oauth2/authorize',
  },
  ...{ token_endpoint: 'https://login.example.com/oauth2/openid/token' },
  ...{ jwks_uri: 'https://login.example.com/oauth2/openid/jwks.json' },
};

const base = `/admin/applications/${client_id}`;

/** Answers by method and path; of a list with several pages, also by the query. */
const answers: Record<string, unknown> = {
  'GET /admin/applications': { applications: [application], cursor: 'c 2' },
  'GET /admin/applications?cursor=c%202': {
    applications: [{ ...application, client_id: 'demobank000000000002', name: '은행' }],
  },
  'POST /admin/applications': withSecret,
  [`GET ${base}`]: application,
  [`PATCH ${base}`]: application,
  'PATCH /admin/applications/demobank000000000002': application,
  [`DELETE ${base}`]: undefined,
  [`POST ${base}/secrets`]: withSecret,
  [`DELETE ${base}/secrets/s2`]: application,
  [`GET ${base}/terms`]: {
    terms: [stated, { ...stated, version: 1, at: at - 9 * day, purpose: 'the first purpose' }],
  },
  [`GET ${base}/history`]: {
    history: [{ version: 7, at, action: 'update', token: 'kim', fields: ['name', 'purpose'] }],
    before: 7,
  },
  [`GET ${base}/history?before=7`]: {
    history: [{ version: 1, at: at - day, action: 'create', token: 'lee', fields: [] }],
  },
  'GET /admin/applications-export': { applications: [{ client_id, name: '가게', further: 1 }] },
  'POST /admin/applications-import': application,
  'GET /.well-known/openid-configuration': provider,
  [`GET ${base}/reviewers`]: { reviewers: [reviewer] },
  [`POST ${base}/reviewers`]: { ...reviewer, code: 'review-code' },
  [`DELETE ${base}/reviewers/r1`]: undefined,
  [`GET ${base}/events`]: { events: [event], cursor: 'c 2' },
  [`GET ${base}/events?cursor=c+2`]: { events: [{ ...event, jti: 'j2', answer: undefined }] },
  [`POST ${base}/events/resend`]: { resent: 2 },
  'POST /admin/people/show': person,
  'POST /admin/people/erase': {
    erased: true,
    plid: 'plid-of-kim',
    registration: 'registered',
    requests: 1,
    consents: 2,
    automaticLogins: 3,
    grants: 4,
  },
  'POST /admin/people/end-passkeys': { ended: 2 },
  'POST /admin/people/affected': {
    ...{
      application: '가게',
      people: [{ plid: 'plid-of-kim', ...disclosure }],
      started: at - 60 * day,
      missing_keys: [],
      unreadable: 0,
    },
  },
  'POST /auth/admin/people/show': {
    users: [user, { plid: 'plid-of-lee', pseudonyms: [], identity: {}, sessions: [] }],
  },
  'POST /auth/admin/people/erase': { erased: [{ plid: 'plid-of-kim', sessions: 2 }] },
};

const routes = [
  '/admin/people/show',
  '/admin/people/erase',
  '/admin/people/end-passkeys',
  '/admin/people/affected',
  '/auth/admin/people/show',
  '/auth/admin/people/erase',
];

/** The answer of a request, with the page that its query names, if there are several. */
function answerTo(method: string, { pathname, search }: URL): Response {
  if (method === 'OPTIONS') {
    const isRoute = routes.includes(pathname);
    return new Response(
      null,
      isRoute ? { status: 405, headers: { Allow: 'POST, OPTIONS' } } : { status: 404 },
    );
  }
  const further = /[?&](?:cursor|before)=.*$/.exec(search)?.[0].replace('&', '?') ?? '';
  const name = `${method} ${pathname}${further}`;
  if (!(name in answers)) return Response.json({ error: 'not_found', message: 'not found' }, { status: 404 });
  return answers[name] === undefined ? new Response(null, { status: 204 }) : Response.json(answers[name]);
}

/** Answers the requests of commands. @returns the requests, in a readable form. */
export function answerCommands(): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: URL, { method = '', headers, body }: RequestInit) => {
    const { Authorization, 'Content-Type': _, ...others } = headers as Record<string, string>;
    const more = method === 'OPTIONS' ? {} : { ...others, Authorization };
    const shown = Object.entries(more).map(([name, value]) => `${name}: ${value}`);
    requests.push([`${method} ${address.href}`, ...shown, ...(body ? [String(body)] : [])].join('\n    '));
    return answerTo(method, address);
  });
  return requests;
}
