import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../../test/support/fixtures/phones.ts';
import { plid } from '../../../test/support/world/command.ts';
import { type GatewayWorld, useGatewayWorld } from '../../../test/support/world/gateway-world.ts';
import { runSmoke, type SmokeReport } from '../../smoke/run.ts';
import { fastTimer, simulateEdge } from './support/simulated-edge.ts';

const deploy = `"${process.execPath}" --version`;

const text = ({ observations }: SmokeReport) =>
  observations.map(({ level, about, what }) => `${level}, ${about}: ${what}`).join('\n');
const faults = ({ observations }: SmokeReport) =>
  observations.filter(({ level }) => level === 'fault').map(({ what }) => what);

let addresses = 0;
/** An address that has sent nothing yet. */
const newAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

/** @returns the value of a new session's cookie. */
async function signIn(world: GatewayWorld): Promise<string> {
  const browser = new BrowserSession(world);
  const page = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  await browser.submit(await browser.submit(page, await newSubscriber(world)));
  return browser.cookies(world.gateway).get('__Host-plid-session') ?? '';
}

describe('plid-admin smoke of a gateway at Cloudflare', () => {
  const world = useGatewayWorld({ realService: true });
  const run = (options = {}) => runSmoke(world.gateway, options, fastTimer(world));

  test('sees everything except another location', async () => {
    const session = await signIn(world);
    simulateEdge(world, { address: newAddress() });
    const report = await run({ session, deploy });
    expect(report.location).toBe('ICN');
    expect(text(report)).toMatch(
      new RegExp(
        [
          'good, cold start: session: .*',
          'good, cold start: login: .*',
          'good, cold start: callback: .*',
          'good, request ID: .*',
          'good, request.cf: the sign-in page preselects carrier S',
          'good, KV: a write was readable after 0.0 s',
          'not verified, KV: how long KV needs to show a write at another location',
          'good, code update: \\d+ requests called a Durable Object .*, and none failed',
          'good, limits: a request was refused after \\d+ in .* s, with Retry-After: 60',
          'good, limits: with a forged CF-Connecting-IP, the response is 403',
          'good, limits: meanwhile, GET /auth/session with the session responds with 200',
          'good, limits: after 60 s, the response is 400',
          "good, KV: a signed-out session didn't return in \\d+ reads",
        ].join('\n'),
      ),
    );
  });

  test('without a session calls the object of a sign-in, and names what it needs for more', async () => {
    simulateEdge(world, { address: newAddress() });
    expect(text(await run({ deploy }))).toMatch(/good, code update: .* none failed/);
    const { observations } = await run();
    const missing = observations.filter(({ level }) => level === 'not verified');
    expect(missing.map(({ advice }) => advice)).toEqual([
      expect.stringContaining(`npx plid-admin smoke ${world.gateway} --callback '${world.gateway}/auth/`),
      expect.stringContaining('--deploy "npm run deploy --prefix ../shop"'),
      expect.stringContaining('--session'),
    ]);
  });

  test('reads at another location only what the first run wrote', async () => {
    simulateEdge(world, { address: newAddress() });
    const { observations } = await run();
    const [, callback = ''] = /--callback '(.*)'/.exec(JSON.stringify(observations)) ?? [];
    const elsewhere = await run({ callback: new URL(callback) });
    expect(text(elsewhere)).toMatch(/\ngood, KV: a write was readable after 0\.0 s$/);
    expect(elsewhere.requests).toBeLessThan(70);
  });

  test('reports objects that fail during the deployment, with the time', async () => {
    const session = await signIn(world);
    simulateEdge(world, { address: newAddress() });
    const { USER } = world.durableObjects;
    onTestFinished(() => USER.getByName('any').failAll(undefined));
    const timer = fastTimer(world, async (second) => {
      if (second > 3) await USER.getByName('any').failAll(second < 8 ? 'reset' : undefined);
    });
    const [found, ...more] = faults(await runSmoke(world.gateway, { session, deploy }, timer));
    expect(found).toMatch(/failed \(\d+ s: GET \/auth\/sessions responds with 503/);
    expect(more).toEqual([]);
  });

  test('reports a deployment that fails', async () => {
    simulateEdge(world, { address: newAddress() });
    const command = `"${process.execPath}" -e "process.exit(3)"`;
    expect(faults(await run({ deploy: command }))).toEqual([`${command} ended with status 3`]);
  });

  test('reports a limit that a caller can evade, and one that is off', async () => {
    simulateEdge(world, { address: newAddress(), passesForgedAddress: true });
    expect(faults(await run())).toEqual([
      'with a forged CF-Connecting-IP, the response is 400: a caller can evade the limit',
    ]);
    vi.restoreAllMocks();
    simulateEdge(world);
    expect(text(await run())).toMatch(/note, limits: none of 1200 requests in .* s was refused/);
  });

  test('reports a session that lives on for too long after a sign-out', async () => {
    const session = await signIn(world);
    const live = () => Response.json({ user: {} });
    simulateEdge(world, {
      address: newAddress(),
      change: (_, path, isSignedIn) => (path === '/auth/session' && isSignedIn ? live() : undefined),
    });
    expect(faults(await run({ session }))).toEqual([
      '35 of 35 reads still showed the signed-out session, the last one after 68.0 s',
    ]);
  });

  test.each([
    ['a session that has ended', 'plid_gone', "PLID_SESSION isn't a live session"],
    ['a page of another server', undefined, "doesn't respond as a gateway"],
  ])('refuses %s', async (_, session, message) => {
    simulateEdge(world, session ? {} : { change: () => new Response('hello') });
    await expect(run({ session })).rejects.toThrow(message);
  });
});

describe('plid-admin smoke with KV that lags', () => {
  const world = useGatewayWorld({ realService: true, lagging: true });

  test('measures the lag of a write and of a sign-out', async () => {
    const session = await signIn(world);
    simulateEdge(world, { address: newAddress() });
    const report = text(await runSmoke(world.gateway, { session }, fastTimer(world)));
    expect(report).toContain('good, KV: a write was readable after 60.0 s');
    expect(report).toMatch(
      /note, KV: \d+ of 35 reads still showed the signed-out session, the last one after 5\d\.0 s/,
    );
  });
});

describe('plid-admin smoke, the command', () => {
  test.each([
    [['https://shop.example.com/auth'], 'Use https://… without a path'],
    [['https://shop.example.com', '--session'], 'Set PLID_SESSION to the value'],
    [['https://shop.example.com', '--callback', 'https://x.example/'], 'Copy the whole address'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await plid(['smoke', ...words]);
    expect([code > 0, stderr]).toEqual([true, expect.stringContaining(message)]);
  });
});
