import type { Sandbox } from '../../packages/plid/sandbox/start-sandbox.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { startApplication } from '../../test/support/fakes/application-stand-in.ts';
import { startSandbox } from '../../test/support/world/sandbox-world.ts';
import { deriveProxyKey } from '../../workers/gateway/features/forward-auth/proxy-key.ts';
import { type ProxyExample, startProxy } from './proxies.ts';
import { createTestAuthority } from './test-authority.ts';
import { startNameServer, startTlsGateway } from './tls-gateways.ts';

export const page = { Accept: 'text/html,*/*;q=0.8' };

const cookiesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

/** Walks a sign-in at the gateway. @returns the session's cookie and its user. */
async function signIn(sandbox: Sandbox) {
  const asked = await fetch(`${sandbox.url}/auth/login?return_to=/`, { redirect: 'manual', headers: page });
  const { location } = await sandbox.signInAt(asked.headers.get('Location') ?? '', '01000000001');
  const cookies = { Cookie: cookiesOf(asked).join('; ') };
  const back = await fetch(location, { redirect: 'manual', headers: { ...page, ...cookies } });
  const cookie = cookiesOf(back).find((one) => one.startsWith('plid-session=')) ?? '';
  const session = await fetch(`${sandbox.url}/auth/session`, { headers: { Cookie: cookie } });
  const { user } = (await session.json()) as { user: { plid: string } };
  return { cookie, plid: user.plid };
}

/** A gateway over https with a certificate of a test authority, an application, and proxies between browsers and both. */
export async function startProxyWorld() {
  const application = await startApplication(() => new Response('from the application'), { sockets: true });
  const sandbox = await startSandbox();
  const authority = await createTestAuthority();
  const gateway = await startTlsGateway(await authority.issue('localhost'), sandbox.url);
  const names = await startNameServer();
  const key = await deriveProxyKey(publicSecrets.IDENTITY_KEY);
  return {
    sandbox,
    authority,
    key,
    /** The origin that the gateway sees behind its https address. */
    askedAt: gateway.url.replace('https:', 'http:'),
    /** The requests that have reached the application. */
    received: application.received,
    signIn: () => signIn(sandbox),
    /** @param at the address that the proxy takes for the gateway's. */
    startProxy: (proxy: ProxyExample, at = gateway.url) =>
      startProxy(proxy, {
        gateway: at,
        application: new URL(application.url).host,
        key,
        authority: authority.cert,
        names: names.port,
      }),
    async close() {
      await sandbox.stop();
      for (const each of [application, gateway, names]) await each.close();
    },
  };
}
