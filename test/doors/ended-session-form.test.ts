import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import verify from '../../workers/gateway/features/forward-auth/index.ts';
import { deriveProxyKey } from '../../workers/gateway/features/forward-auth/proxy-key.ts';
import { originOf, useProjects } from '../gateway/support/single-worker-world.ts';
import { askInProcess } from '../support/requests/ask-in-process.ts';
import { useGatewayWorld } from '../support/world/gateway-world.ts';
import { gatewaySecrets, origins } from '../support/world/test-settings.ts';

interface Door {
  origin: string;
  /** Sends a POST to `/orders` without a session. @returns the sign-in that the answer offers. */
  post(headers: Record<string, string>): Promise<{ status: number; login: string | null }>;
}

const form = {
  Accept: 'text/html,*/*;q=0.8',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Site': 'same-origin',
};

/** Rules of a form that is sent after the session's end. @param status of an answer with a sign-in. */
function testForms(doorOf: () => Door, status: number): void {
  const post = (headers: Record<string, string>) => doorOf().post(headers);
  const loginBackTo = (path: string) => ({
    status,
    login: `${doorOf().origin}/auth/login?return_to=${encodeURIComponent(path)}&required=Y`,
  });

  test('a form leads to a sign-in that returns to the form’s page', async () => {
    const { origin } = doorOf();
    const own = { ...form, Origin: origin, Referer: `${origin}/orders/new?item=1` };
    expect(await post(own)).toEqual(loginBackTo('/orders/new?item=1'));
  });

  test.each([
    ['no page', {}],
    ['a page of another host', { Referer: 'https://evil.example/orders' }],
    ['no address', { Referer: 'evil' }],
  ])('a form of %s leads to a sign-in that returns to the first page', async (_, referer) => {
    const { status: answered, login } = await post({ ...form, Origin: doorOf().origin, ...referer });
    expect(answered).toBe(status);
    const url = new URL(login ?? '');
    expect([url.origin, url.pathname]).toEqual([doorOf().origin, '/auth/login']);
    expect(url.searchParams.get('return_to') ?? '/').toBe('/');
  });

  test('a script’s request gets 401 without a sign-in', async () => {
    const fetched = { Accept: 'application/json', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
    const headers = { ...form, Origin: doorOf().origin, ...fetched };
    expect(await post(headers)).toEqual({ status: 401, login: null });
  });

  test('a form of another origin gets 403', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await post({ ...form, ...foreign })).status).toBe(403);
  });
}

/** The sign-in on a refusal's page. */
async function offered(answer: Response, origin: string): Promise<string | null> {
  const href = parse(await answer.text())
    .querySelectorAll('main a')
    .map((link) => link.getAttribute('href'))
    .find((link) => link?.startsWith('/auth/login'));
  return href === undefined ? null : new URL(href, origin).href;
}

describe('/auth/verify', () => {
  const origin = origins.gateway;
  /** Asks in this process: Node's `fetch` would replace Sec-Fetch-Mode. */
  const ask = async (headers: Record<string, string>, query = '') => {
    const asked = new Request(`${origin}/auth/verify${query}`, {
      headers: {
        'Plid-Identity-Key': await deriveProxyKey(gatewaySecrets.IDENTITY_KEY),
        'X-Forwarded-Method': 'POST',
        'X-Forwarded-Uri': '/orders',
        ...headers,
      },
    });
    const { answer } = await askInProcess(verify, asked, {
      GATEWAY_ORIGIN: origin,
      IDENTITY_KEY: gatewaySecrets.IDENTITY_KEY,
      GATEWAY: { session: async () => null },
    });
    return answer;
  };

  describe('with a redirect', () => {
    const post = async (headers: Record<string, string>) => {
      const answer = await ask(headers);
      return { status: answer.status, login: answer.headers.get('Location') };
    };
    testForms(() => ({ origin, post }), 302);
  });

  describe('with 401 for nginx', () => {
    const post = async (headers: Record<string, string>) => {
      const answer = await ask(headers, '?refuse=401');
      return { status: answer.status, login: answer.headers.get('Plid-Login') };
    };
    testForms(() => ({ origin, post }), 401);
  });
});

describe('the guard of the split gateway', () => {
  const world = useGatewayWorld({ vars: { APPLICATION_URL: 'https://app.example.com' } });
  testForms(
    () => ({
      origin: world.gateway,
      async post(headers) {
        const answer = await world.fetch(`${world.gateway}/orders`, { method: 'POST', headers });
        return { status: answer.status, login: await offered(answer, world.gateway) };
      },
    }),
    401,
  );
});

describe('the guard of the single Worker', () => {
  const world = useProjects({ lounge: { main: 'guarded-gateway-worker.ts' } });
  const origin = originOf('lounge');
  testForms(
    () => ({
      origin,
      async post(headers) {
        const answer = await world.fetch(`${origin}/orders`, { method: 'POST', headers });
        return { status: answer.status, login: await offered(answer, origin) };
      },
    }),
    401,
  );
});
