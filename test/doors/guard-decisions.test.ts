import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GuardPages } from '../../workers/gateway/features/guard/guard-refusal-pages-entrypoint.ts';
import splitGuard from '../../workers/gateway/features/guard/index.ts';
import { findSession } from '../../workers/gateway/sessions/find-session.ts';
import { createSessionToken } from '../../workers/gateway/sessions/session-token.ts';
import { createGateway } from '../../workers/gateway/single-worker/create-gateway.ts';
import { guard } from '../../workers/gateway/single-worker/guard.ts';
import { gatewayEnv } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { answering } from '../gateway/support/fake-service-response.ts';
import { askInProcess } from '../support/requests/ask-in-process.ts';
import { gatewayKeys, origins } from '../support/world/test-settings.ts';

/** The session of a request: live, ended, or unreadable because its object fails. */
type State = 'live' | 'ended' | 'unread';

const page = { Accept: 'text/html' };
const program = { Accept: 'application/json' };
const form = { ...page, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' };
const foreign = { ...page, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
const preflight = { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'PUT' };
const trusting = { TRUSTED_ORIGINS: 'https://evil.example' };
const refusing = { PREFLIGHTS: 'N' };
const login = (path: string) => `302 ${origins.gateway}/auth/login?return_to=${path}&required=Y`;

type Case = [
  name: string,
  request: string,
  state: State,
  headers: object,
  outcome: string,
  settings?: object,
];

const cases: Case[] = [
  ['a page with a session', 'GET /orders', 'live', page, 'forwarded for p'],
  ['a page without a session', 'GET /orders?id=1', 'ended', page, login('%2Forders%3Fid%3D1')],
  ['the first page', 'GET /', 'ended', page, login('%2F')],
  ['a program without a session', 'GET /orders', 'ended', program, '401 no_session'],
  ['a form without a session', 'POST /orders', 'ended', form, '401 page'],
  ['a form with a session', 'POST /orders', 'live', form, 'forwarded for p'],
  ['a form of a foreign page', 'POST /orders', 'live', foreign, '403 page'],
  ['a form of a trusted page', 'POST /orders', 'live', foreign, 'forwarded for p', trusting],
  ['a public path without a session', 'GET /assets/a.css', 'ended', page, 'forwarded'],
  ['a public path with a session', 'GET /assets/a.css', 'live', page, 'forwarded for p'],
  ['a public path from a foreign page', 'POST /assets/hook', 'live', foreign, 'forwarded'],
  ['a path that may not be public', 'GET /assets/..%2fa', 'ended', page, login('%2Fassets%2F..%252fa')],
  ['a page with an unread session', 'GET /orders', 'unread', page, '503 page'],
  ['a program with an unread session', 'GET /orders', 'unread', program, '503 unavailable'],
  ['a foreign page with an unread session', 'POST /orders', 'unread', foreign, '403 page'],
  ['a public path with an unread session', 'GET /assets/a.css', 'unread', page, 'forwarded'],
  ['a preflight', 'OPTIONS /orders', 'live', preflight, 'forwarded'],
  ['a preflight, refused', 'OPTIONS /orders', 'ended', preflight, '401 no_session', refusing],
];

let cookie = '';
let world: NumberedWorld;
beforeEach(async () => {
  world = new NumberedWorld();
  const token = await createSessionToken(gatewayKeys, { plid: 'p', secret: 'a secret' }, world.now + 600);
  cookie = `__Host-plid-session=${token}`;
});
afterEach(() => world.close());

/** The bindings of both forms, with an object of the user that answers as the case says. */
function envOf(state: State, settings: object) {
  const times = { created: world.now, expires: world.now + 600 };
  const live = { id: 's', agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', ...times, identity: 'sealed' };
  const session = async () => {
    if (state === 'unread') throw Object.assign(new Error('The object is down.'), { retryable: true });
    return state === 'live' ? live : undefined;
  };
  const USER = { idFromName: (name: string) => name, get: () => ({ session }) };
  return { ...gatewayEnv(world), USER, PUBLIC_PATHS: '/assets/*', ...settings };
}

/** Asks the guard in front of a server elsewhere. @returns the answer, which names the user that the server gets. */
async function askSplit(request: Request, env: ReturnType<typeof envOf>) {
  answering(({ headers }) => {
    const [, payload = ''] = headers.get('Plid-Identity')?.split('.') ?? [];
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}');
    return forwarded(sub, headers);
  });
  const bound = {
    APPLICATION_URL: 'https://application.example.com',
    GATEWAY: { session: (lookup: Request) => findSession(lookup, env as never) },
    GUARD_PAGES: new GuardPages({} as never, env as never),
  };
  return askInProcess(splitGuard, request, { ...env, ...bound });
}

function askSingle(request: Request, env: object) {
  const gateway = createGateway({
    features: [guard()],
    application: ({ headers }, _env, _ctx, session) => forwarded(session?.user.plid, headers),
    clock: () => world.clock,
  });
  return askInProcess(gateway, request, env);
}

const forwarded = (plid: string | undefined, headers: Headers) =>
  new Response(plid === undefined ? 'forwarded' : `forwarded for ${plid}`, {
    headers: { 'X-Credentials': String(headers.has('Cookie') || headers.has('Authorization')) },
  });

async function outcomeOf(answer: Response): Promise<string> {
  if (answer.status === 200) return answer.text();
  if (answer.status === 302) return `302 ${answer.headers.get('Location')}`;
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html');
  return `${answer.status} ${isPage ? 'page' : ((await answer.json()) as { reason: string }).reason}`;
}

describe.each([
  ['the split gateway', askSplit],
  ['the single Worker', askSingle],
])('the guard of %s', (_, ask) => {
  test.each(cases)(
    'decides about %s: %s, %s',
    async (_name, sent, state, headers, outcome, settings = {}) => {
      const [method = '', path] = sent.split(' ');
      const request = new Request(origins.gateway + path, {
        method,
        headers: { ...headers, Cookie: cookie },
      });
      const { answer, lines } = await ask(request, envOf(state, settings));
      expect(await outcomeOf(answer)).toBe(outcome);
      if (answer.status === 200) expect(answer.headers.get('X-Credentials')).toBe('false');
      const { status } = answer;
      if (status >= 400) expect(lines.at(-1)).toMatchObject({ worker: 'gateway-guard', method, status });
    },
  );
});

test('the table has each decision', () => {
  const outcomes = new Set(cases.map(([, , , , outcome]) => outcome.split(' ')[0]));
  expect([...outcomes].sort()).toEqual(['302', '401', '403', '503', 'forwarded']);
});
