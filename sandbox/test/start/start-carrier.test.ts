import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, json, startCarrier } from '../../../test/support/fakes/http-carrier.ts';
import { BrowserSession, type Init } from '../../../test/support/fixtures/browser-session.ts';
import { type Person, people } from '../../../test/support/fixtures/sign-in.ts';
import { npmStartInProcess } from '../../../test/support/world/command.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { npmStart, untilFree } from '../../../test/support/world/npm-start.ts';
import { formatLogLine } from '../../start/log-view.ts';

const PLID_CARRIER_TOKEN = 'the-token-that-the-carrier-of-this-test-was-given';
const folderFor = (name: string) => mkdtempSync(path.join(testFolder(), name));
/** A customer whom the sandbox does not know. */
const sora: Person = { name: '한소라', phoneNo: '01055556666', telcoCd: 'K' };

/** A carrier whose phone approves at once. */
const approving: Answer = (call, response, request) => {
  const { name, phoneNo } = sora;
  const answers: Record<string, object> = {
    '/confirm': { status: 'requested', requestId: 'request-1' },
    '/outcome': { status: 'approved', identity: { ci: 'C'.repeat(88), name, phoneNo, telcoCd: 'K' } },
  };
  const answer = answers[call.path];
  return json(answer ?? {}, answer === undefined ? 404 : 200)(call, response, request);
};

/** Signs in at the demo shop, and agrees. @returns the last page, and its status. */
async function logIn(origin: string, person: Person) {
  const browser = new BrowserSession({
    fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
  });
  const page = await browser.submit(await browser.get(`${origin}/auth/login?return_to=/`), person);
  return page.url.pathname === '/oauth2/authorize/consent' ? browser.submit(page) : page;
}

/** `npm start -- --carrier …` in a folder of its own. */
async function start(words: string[]) {
  const [port, state] = [await freePort(), folderFor('start carrier ')];
  const started = npmStart(['--port', String(port), '--persist-to', state, ...words], {
    env: { PLID_CARRIER_TOKEN },
  });
  const lines = () =>
    started
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const close = async () => {
    started.signal('SIGKILL');
    await untilFree(port);
  };
  return { ...started, origin: `http://localhost:${port}`, state, lines, close };
}
type Started = Awaited<ReturnType<typeof start>>;

describe('npm start -- --carrier K=http://…', () => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let world: Started;
  beforeAll(async () => {
    carrier = await startCarrier(approving);
    world = await start(['--carrier', `K=${carrier.address}`]);
    await world.running;
  });
  afterAll(async () => {
    await world.close();
    await carrier.close();
  });
  afterEach(() => carrier.answer(approving));

  test('prints where each carrier is, and which sandbox users remain', () => {
    expect(world.output()).toMatch(new RegExp(`KT +${carrier.address}`));
    expect(world.output()).toContain(`POST ${world.origin}/carrier/answered`);
    expect(world.output()).toContain(people.hana.name);
    expect(world.output()).not.toContain(people.duri.name);
    expect(world.output()).toMatch(/Token sent to carriers +of PLID_CARRIER_TOKEN/);
  });

  test('sends requests over HTTP with the token, and prints a line for each', async () => {
    expect((await logIn(world.origin, sora)).url.href).toBe(`${world.origin}/`);
    const [first] = carrier.taken();
    expect([first?.path, first?.headers.authorization]).toEqual(['/confirm', `Bearer ${PLID_CARRIER_TOKEN}`]);
    const called = () =>
      world
        .lines()
        .filter(({ worker }) => worker === 'carriers')
        .map(({ carrier: code, call, answer }) => [code, call, answer]);
    await expect.poll(called).toContainEqual(['K', 'confirm', 'requested']);
    await expect.poll(called).toContainEqual(['K', 'outcome', 'approved']);
  });

  test('leaves the other networks to the sandbox, over HTTP too', async () => {
    expect((await logIn(world.origin, people.hana)).url.href).toBe(`${world.origin}/`);
    expect(carrier.taken()).toEqual([]);
    const asked = () => world.lines().filter(({ route }) => route === '/sandbox/carrier/:call');
    await expect.poll(() => asked().length).toBeGreaterThan(0);
  });

  test('stores the token in a file that only its owner can read, and out of the log', () => {
    const holding = readdirSync(world.state).filter(
      (name) =>
        name.endsWith('.vars') &&
        readFileSync(path.join(world.state, name), 'utf8').includes(PLID_CARRIER_TOKEN),
    );
    expect(holding).toEqual(['carrier.vars']);
    expect(statSync(path.join(world.state, 'carrier.vars')).mode & 0o777).toBe(0o600);
    expect(world.output()).not.toContain(PLID_CARRIER_TOKEN);
  });

  test.each<[string, Answer, string]>([
    ['fails', json({}, 500), 'error: KT, confirm: answers 500 (sign-in '],
    ['is wrong', json({ status: 'requested', requestId: 7 }), 'error: KT, confirm: an invalid requestId'],
    ['refuses the token', json({}, 401), 'error: KT, confirm: rejects the credentials (401) (sign-in '],
  ])('prints the name and fault of a carrier that %s', async (_, answer, sentence) => {
    carrier.answer(answer);
    expect((await logIn(world.origin, sora)).status).toBe(503);
    const said = () => world.lines().map((line) => formatLogLine(JSON.stringify(line), 200, new Date()));
    await expect.poll(said).toContainEqual(expect.stringContaining(sentence));
  });
});

/** The folder of a Worker with this source. */
function workerFolder(source: string): string {
  const folder = folderFor('carrier worker ');
  const configuration = ['name = "own-carrier"', 'main = "index.js"', 'compatibility_date = "2026-10-20"'];
  writeFileSync(path.join(folder, 'wrangler.toml'), configuration.join('\n'));
  writeFileSync(path.join(folder, 'index.js'), source);
  return folder;
}

const ownWorker = `import { WorkerEntrypoint } from 'cloudflare:workers';
export class Carrier extends WorkerEntrypoint {
  async confirm({ name }) {
    console.log('asked in process');
    return { status: 'requested', requestId: 'request-1' };
  }
  async outcome() {
    return { status: 'approved', identity: { ci: 'C'.repeat(88), name: '${sora.name}', phoneNo: '${sora.phoneNo}' } };
  }
}
export default { fetch: () => new Response(null, { status: 404 }) };
`;

describe('npm start -- --carrier <folder>', () => {
  test("runs the folder's Worker and uses it for every network", async () => {
    const world = await start(['--carrier', workerFolder(ownWorker)]);
    onTestFinished(world.close);
    await world.running;
    expect(world.output()).not.toContain(people.hana.name);
    expect((await logIn(world.origin, { ...sora, telcoCd: 'L' })).url.href).toBe(`${world.origin}/`);
    await expect.poll(world.log).toContain('[own-carrier] asked in process');
    const called = () => world.lines().filter(({ worker }) => worker === 'carriers');
    await expect.poll(called).toContainEqual(expect.objectContaining({ carrier: 'L', call: 'confirm' }));
    expect(world.log()).not.toContain('/sandbox/carrier');
  }, 90_000);

  test.each([
    ['exports no Carrier', 'export default {};', 'The Worker of --carrier exports no class named Carrier'],
    [
      'does not compile',
      'export clas',
      'The Worker of --carrier could not be built:\n\n✘ [ERROR] Unexpected "clas"',
    ],
  ])(
    'exits with a sentence if the folder %s',
    async (_, source, sentence) => {
      const world = await start(['--carrier', workerFolder(source)]);
      onTestFinished(world.close);
      world.running.catch(() => {});
      expect(await world.exit).toBe(1);
      expect(world.output()).toContain(sentence);
      expect(world.output()).not.toMatch(/^\s+at .*:\d+/m);
    },
    90_000,
  );
});

test.each([
  [['nowhere'], 'Folder not found: nowhere'],
  [['docs'], '--carrier: no wrangler.toml found in docs.'],
  [['barocert'], 'For the Barocert adapter, use: --carrier barocert:'],
  [
    ['K=Barocert'],
    '--carrier K=Barocert: folder not found. For the Barocert adapter, use: --carrier K=barocert:',
  ],
  [['S=barocert', 'K=barocert:'], '--carrier: barocert is not valid. The option needs an address such as'],
  [['barocert:', 'K=http://localhost:4000'], '--carrier names two carriers for K.'],
  [['K=docs/examples/carrier'], 'a folder applies to all three networks. Remove K=.'],
  [['M=http://localhost:4000'], '--carrier needs S, K, or L before the =, not: M.'],
  [
    ['http://carrier.example'],
    '--carrier: http://carrier.example is not valid. The option needs an address such as https',
  ],
  [
    ['K=http://localhost:4000/?a=b'],
    '--carrier: http://localhost:4000/?a=b is not valid. The option needs an address',
  ],
  [['K=http://localhost:4000', 'http://localhost:4001'], '--carrier names two carriers for K.'],
])('--carrier %j is rejected', async (values, message) => {
  const words = values.flatMap((value) => ['--carrier', value]);
  const { code, stderr } = await npmStartInProcess(words);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('--carrier with --service is rejected', async () => {
  const words = ['--carrier', 'http://localhost:4000', '--service', 'https://login.example.com'];
  const { code, stderr } = await npmStartInProcess([...words, '--client-id', 'x']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Omit --service or --carrier.')]);
});

test('a token that is too short is rejected without being printed', async () => {
  const words = ['--carrier', 'http://localhost:4000'];
  const { code, stderr } = await npmStartInProcess(words, { env: { PLID_CARRIER_TOKEN: 'short' } });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("PLID_CARRIER_TOKEN isn't a bearer token: it needs at least"),
  ]);
  expect(stderr).not.toContain('short');
});
