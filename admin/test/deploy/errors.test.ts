import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicKeys } from '../../../sandbox/world/public-secrets.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { deploy } from '../../deploy/apply/deploy.ts';
import { Cloudflare } from '../../deploy/cloudflare/cloudflare-api.ts';
import { makePlan } from '../../deploy/plan/plan.ts';
import { openDeployment } from '../../deploy/read/deployment.ts';
import { type Deployments, olderTag, smallService, startDeployments } from '../cloudflare/index.ts';
import { type Refusal, refused } from '../cloudflare/state.ts';

let deployments: Deployments;
beforeEach(async () => {
  deployments = await startDeployments();
  for (const [name, value] of Object.entries(deployments.cloudflare.environment)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await deployments.close();
});

const gateway = `
name = "plid"

[gateway]
host = "shop.example.com"
zone = "example.com"
without = ["guard", "verify"]

[gateway.settings]
SERVICE_URL = "https://login.example.com"
CLIENT_ID = "demoshop000000000001"
`;

/** The message that an operator reads on a failure. Nothing may have been written before it, neither there nor here. */
async function failure(text: string, half: 'service' | 'gateway' = 'service'): Promise<string> {
  const { terminal, cloudflare } = deployments;
  terminal.write('plid.deploy.toml', text);
  const file = `${terminal.folder}/plid.deploy.toml`;
  const refuse = (yes: boolean) =>
    Promise.resolve()
      .then(() => deploy(openDeployment(file, half), { yes }, () => {}))
      .then(() => new Error('it did not fail'))
      .catch((error: Error) => error);
  const failed = await refuse(false);
  expect(failed.name, failed.message).toBe('Failure');
  expect(await refuse(true), 'with --yes').toEqual(failed);
  expect(cloudflare.writes()).toEqual([]);
  expect(terminal.files().map(({ name }) => name)).not.toContain('plid-service.secrets');
  return failed.message;
}

const refusing = (path: RegExp, refusal: Refusal) =>
  deployments.cloudflare.refuse((call) => (path.test(call.path) ? refusal : undefined));

test('the example settings file lacks only what the operator knows', async () => {
  const example = readFileSync(path.join(root, 'admin/plid.deploy.example.toml'), 'utf8');
  const placeholders = [...example.matchAll(/^(\w+) = "<[^"]+>"/gm)].map(([, name]) => name);
  expect(placeholders).toEqual(['CARRIER_S', 'SERVICE_URL', 'CLIENT_ID']);
  const advice = 'is still a placeholder. Set its value, or remove the line.';
  expect(await failure(example)).toContain(`CARRIER_S ${advice}`);
  expect(await failure(example, 'gateway')).toContain(`SERVICE_URL ${advice}`);
  const [service, carrier] = ['https://login.example.com', 'https://plid.carrier.example'];
  const addressed = example
    .replace(/^SERVICE_URL = .*$/m, `SERVICE_URL = "${service}"`)
    .replace(/^CARRIER_S = .*$/m, `CARRIER_S = "${carrier}"`);
  expect(await failure(addressed, 'gateway')).toContain(`CLIENT_ID ${advice}`);
  expect(await failure(addressed)).toMatch(
    /CARRIER_S needs the secret CARRIER_S_TOKEN, which the carrier issues/,
  );
});

describe('the settings file', () => {
  const edited = (from: string, to: string) => smallService.replace(from, to);

  test.each([
    ['that is missing a line', edited('zone = "example.com"\n', ''), /service\.zone is missing/],
    ['with a word that is unknown', `${smallService}\nhosts = 3`, /service\.hosts is unknown/],
    [
      'with an address for a host',
      edited('"login.', '"https://login.'),
      /service\.host needs a host such as/,
    ],
    [
      'with a host of another zone',
      edited('zone = "example.com"', 'zone = "example.net"'),
      /isn't in the zone/,
    ],
    ['that is not TOML', `${smallService}\nhost`, /isn't valid TOML, line \d+/],
    ['without this half', gateway, /has no \[service\]/],
    ['that leaves out who is not there', edited('"user",', '"users",'), /the service has no worker users/],
    ['that leaves out who is needed', edited('"user",', '"user", "objects",'), /token needs objects/],
    [
      'with a carrier worker of the operator’s own, and an address of a carrier',
      `${edited('without', 'carrier = "."\nwithout')}\n[service.settings]\nCARRIER_S = "https://carrier.example"`,
      /CARRIER_S is unknown in a deployment with your own carrier worker/,
    ],
    [
      'with a carrier whose token is missing',
      `${edited('"carriers",', '')}\n[service.settings]\nCARRIER_S = "https://carrier.example"`,
      /CARRIER_S needs the secret CARRIER_S_TOKEN, which the carrier issues, .* Secrets are in .*plid-service\.secrets/,
    ],
    [
      "with a carrier whose certificate isn't an ID",
      `${edited('"carriers",', '')}\n[service.settings]\nCARRIER_S_CERTIFICATE = "cert.pem"`,
      /CARRIER_S_CERTIFICATE needs the id of a client certificate/,
    ],
    [
      'with a challenge above the limit of its name',
      `${smallService}\n[service.limits]\nSIGN_IN_CHALLENGE = 61`,
      /SIGN_IN_CHALLENGE must be at most SIGN_IN_LIMIT, which is 60/,
    ],
    [
      'with a limit of an unknown name',
      `${smallService}\n[service.limits]\nREQUEST_LIMIT = 5`,
      /\[service.limits\]: REQUEST_LIMIT is unknown; valid names: CARRIER_CALLBACK_LIMIT, SIGN_IN_LIMIT/,
    ],
    [
      "with a limit that isn't a whole number",
      `${smallService}\n[service.limits]\nSIGN_IN_LIMIT = 0.5`,
      /service.limits.SIGN_IN_LIMIT needs a whole number of at least 1/,
    ],
    [
      'with an unknown setting',
      `${smallService}\n[service.settings]\nKEY = "x"`,
      /KEY is unknown; valid names/,
    ],
    [
      'with a secret',
      `${smallService}\n[service.settings]\nPHONE_KEY = "x"`,
      /^Remove PHONE_KEY from this file because the file is committed\. Put secrets into plid-service\.secrets/,
    ],
    [
      'with a secret of the other half',
      `${smallService}\n${gateway.slice(gateway.indexOf('[gateway]'))}CLIENT_SECRET = "x"`,
      /^Remove CLIENT_SECRET from this file/,
    ],
    [
      'with a secret in the wrong place',
      smallService.replace('host', 'KEYS = "x"\nhost'),
      /service\.KEYS is unknown here; put settings under .*, and secrets into the secrets file/,
    ],
  ])('is rejected %s', async (_, text, expected) => {
    expect(await failure(text)).toMatch(expected);
  });

  test('is rejected if a setting is malformed, or a secret from the service is missing', async () => {
    expect(await failure(gateway.replace('https://login', 'http://login'), 'gateway')).toMatch(
      /\[gateway.settings\]: SERVICE_URL needs an origin/,
    );
    expect(await failure(gateway, 'gateway')).toMatch(
      /CLIENT_SECRET can't be generated. Add the missing values to .*secrets/,
    );
  });
});

test.each([
  ['KEYS', `k1:${publicKeys.KEYS.split(':')[1]},${publicKeys.KEYS}`],
  ['PHONE_KEY', publicKeys.PHONE_KEY],
  ['ADMIN_TOKEN', `kim:${publicKeys.ADMIN_TOKEN}`],
  ['EVENT_KEY', publicKeys.EVENT_KEY],
])('the public %s of local environments is never deployed', async (name, value) => {
  deployments.terminal.write('plid-service.secrets', `${name}="${value}"\n`);
  deployments.terminal.write('plid.deploy.toml', smallService);
  const description = openDeployment(`${deployments.terminal.folder}/plid.deploy.toml`, 'service');
  for (const yes of [false, true])
    await expect(deploy(description, { yes }, () => {})).rejects.toThrow(
      new RegExp(
        `plid-service.secrets: ${name} isn't secret, because it contains a value that everyone can read`,
      ),
    );
  expect(deployments.cloudflare.writes()).toEqual([]);
});

test.each([
  ['service', smallService.replace(/without = .*/, 'without = []')],
  ['gateway', gateway],
] as const)('a %s whose ADMIN_TOKEN has no name is not changed', async (half, text) => {
  const secrets = `ADMIN_TOKEN="${'0123456789abcdef'.repeat(4)}"\nCLIENT_SECRET="${'b'.repeat(64)}"\n`;
  deployments.terminal.write(`plid-${half}.secrets`, secrets);
  deployments.terminal.write('plid.deploy.toml', text);
  const description = openDeployment(`${deployments.terminal.folder}/plid.deploy.toml`, half);
  await expect(deploy(description, { yes: true }, () => {})).rejects.toThrow(
    new RegExp(`plid-${half}.secrets: ADMIN_TOKEN contains a token without a name.* such as kim:TOKEN`),
  );
  expect(deployments.cloudflare.writes()).toEqual([]);
});

describe('the API token', () => {
  test("is reported if it isn't set, or if Cloudflare rejects it", async () => {
    vi.stubEnv('CLOUDFLARE_API_TOKEN', '');
    expect(await failure(smallService)).toMatch(/^CLOUDFLARE_API_TOKEN is not set. Create a token at/);
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'another');
    expect(await failure(smallService)).toMatch(/^Cloudflare rejected CLOUDFLARE_API_TOKEN/);
    vi.stubEnv('CLOUDFLARE_API_TOKEN', deployments.cloudflare.environment.CLOUDFLARE_API_TOKEN);
  });

  test.each([
    [/\/storage\/kv/, 'Account › Workers KV Storage › Edit'],
    [/\/workers\/scripts/, 'Account › Workers Scripts › Edit'],
    [/\/workers\/routes/, 'Zone › Workers Routes › Edit'],
    [/\/dns_records/, 'Zone › DNS › Read'],
  ])('is reported if it lacks a permission for %s', async (path, permission) => {
    refusing(path, refused(403, 10000, 'Authentication error'));
    expect(await failure(smallService)).toMatch(`The token lacks a permission: ${permission}.`);
  });
});

describe("an error of Cloudflare's API", () => {
  test('for an unknown zone names the zone', async () => {
    const elsewhere = smallService.replaceAll('example.com', 'example.org');
    expect(await failure(elsewhere)).toMatch(/^The token has no access to the zone example\.org\. /);
  });

  test('for a rate limit or an outage is explained', async () => {
    refusing(/\/storage\/kv/, refused(429, 971, 'Please wait and consider throttling your request speed'));
    expect(await failure(smallService)).toMatch(/Wait five minutes. Run the same command again/);
    refusing(/\/storage\/kv/, refused(502, 0, 'Bad gateway'));
    expect(await failure(smallService)).toMatch(/^Cloudflare is temporarily unavailable \(502\)/);
  });

  test('on a broken connection is retried once, only for reads', async () => {
    const broken = new TypeError('fetch failed');
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(broken);
    const cloudflare = new Cloudflare();
    expect(await cloudflare.list('/zones?name=example.com', v.object({ name: v.string() }))).toMatchObject([
      { name: 'example.com' },
    ]);
    expect(fetched).toHaveBeenCalledTimes(2);
    fetched.mockRejectedValueOnce(broken);
    const written = cloudflare.post('/accounts/1/storage/kv/namespaces', { title: 'x' }, v.unknown());
    await expect(written).rejects.toThrow("Cloudflare's API doesn't respond");
    expect(fetched).toHaveBeenCalledTimes(3);
    fetched.mockRestore();
  });

  test('for no response is explained', async () => {
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', 'http://127.0.0.1:9');
    expect(await failure(smallService)).toMatch(/^Cloudflare's API doesn't respond/);
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', deployments.cloudflare.environment.CLOUDFLARE_API_BASE_URL);
  });
});

describe('a deployment never overwrites', () => {
  const metadata = { main_module: 'index.js', bindings: [], compatibility_date: '2026-10-20' };

  test("another owner's worker of the same name", async () => {
    const { scripts } = deployments.cloudflare.state;
    deployments.cloudflare.state.deploy('plid-service-token', metadata, '');
    expect(await failure(smallService)).toMatch(
      /The account has a worker plid-service-token that this command/,
    );
    scripts.clear();
  });

  test("another owner's route of the same pattern", async () => {
    const { state } = deployments.cloudflare;
    state.putRoutes('shop', ['login.example.com/oauth2/token*']);
    expect(await failure(smallService)).toMatch(/oauth2\/token\* exists and belongs to the worker shop/);
    state.routes = [];
  });

  test("the DNS record or other worker of the service's host", async () => {
    const { state } = deployments.cloudflare;
    state.records = [{ name: 'login.example.com', type: 'CNAME', proxied: true }];
    expect(await failure(smallService)).toMatch(/login.example.com already has a CNAME record. Delete it/);
    state.putDomains('website', ['login.example.com']);
    expect(await failure(smallService)).toMatch(/is a custom domain of the worker website/);
    state.domains = [];
    state.records = [];
  });

  test("the gateway's host, which must exist and be proxied by Cloudflare", async () => {
    const { cloudflare, terminal } = deployments;
    terminal.write('plid-gateway.secrets', `CLIENT_SECRET="${'0123456789abcdef'.repeat(4)}"`);
    expect(await failure(gateway, 'gateway')).toMatch(/^shop.example.com has no DNS record/);
    cloudflare.state.records = [{ name: 'shop.example.com', type: 'A', proxied: false }];
    expect(await failure(gateway, 'gateway')).toMatch(/isn't proxied by Cloudflare. Turn its proxy on/);
    cloudflare.state.records = [{ name: '*.example.com', type: 'A', proxied: false }];
    expect(await failure(gateway, 'gateway')).toMatch(
      /A record of \*.example.com isn't proxied by Cloudflare/,
    );
    cloudflare.state.records = [];
  }, 90_000);

  test('secrets that workers already have', async () => {
    const { state } = deployments.cloudflare;
    const bindings = [{ name: 'KEYS', type: 'secret_text', text: 'k1:…' }];
    const annotations = { 'workers/tag': olderTag('service') };
    state.deploy('plid-service-token', { ...metadata, bindings, annotations }, '');
    const lost =
      /plid-service-token already has KEYS, but .* doesn't. Copy that file .* or set PLID_SERVICE_KEYS\./;
    expect(await failure(smallService)).toMatch(lost);
    vi.stubEnv('CI', 'true');
    expect(await failure(smallService)).toMatch(lost);
    vi.stubEnv('CI', '');
    state.scripts.clear();
  });
});

test('two deployments in one account have rate limits of their own', async () => {
  const { terminal } = deployments;
  const numbers = async (name: string) => {
    const text = smallService.replace('"plid"', `"${name}"`).replace(', "authorize"', '');
    const carrier = `carrier = "${root}/docs/examples/carrier"`;
    terminal.write(`${name}.toml`, text.replace('without', `${carrier}\nwithout`));
    terminal.write(`${name}-service.secrets`, 'CARRIERS_KEY="a key"');
    const plan = await makePlan(openDeployment(`${terminal.folder}/${name}.toml`, 'service'));
    const target = plan.targets.find((worker) => worker.name === `${name}-service-authorize`);
    const { ratelimits } = JSON.parse(readFileSync(target?.config ?? '', 'utf8'));
    return ratelimits.map(({ namespace_id }: { namespace_id: string }) => namespace_id) as string[];
  };
  const [production, staging] = [await numbers('plid'), await numbers('plid-staging')];
  expect(production.length).toBeGreaterThan(0);
  for (const number of production) expect(number).toMatch(/^[1-9]\d{0,9}$/);
  expect(new Set([...production, ...staging]).size).toBe(production.length + staging.length);
});
