import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { printDeploymentPlan } from '../../deploy/apply/deploy.ts';
import { makePlan } from '../../deploy/plan/plan.ts';
import { openDeployment } from '../../deploy/read/deployment.ts';
import { type Deployments, olderTag, startDeployments } from '../cloudflare/index.ts';

let deployments: Deployments;
beforeAll(async () => {
  deployments = await startDeployments();
  for (const [name, value] of Object.entries(deployments.cloudflare.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await deployments.close();
});

test('rate limits of the settings file replace the defaults, and a dry run lists them', async () => {
  const { terminal, cloudflare } = deployments;
  cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
  terminal.write('plid-gateway.secrets', `CLIENT_SECRET="${'a'.repeat(64)}"\n`);
  terminal.write(
    'plid.deploy.toml',
    `name = "plid"
[gateway]
host = "shop.example.com"
zone = "example.com"
without = ["guard", "verify", "session", "token", "user", "disconnect", "events"]
[gateway.settings]
SERVICE_URL = "https://login.example.com"
CLIENT_ID = "demoshop000000000001"
[gateway.limits]
APP_LIMIT = 900
`,
  );
  const open = () => openDeployment(`${terminal.folder}/plid.deploy.toml`, 'gateway');
  const { targets } = await makePlan(open());
  const login = targets.find(({ name }) => name === 'plid-gateway-login');
  const { ratelimits } = JSON.parse(readFileSync(login?.config ?? '', 'utf8'));
  const counted = ratelimits.map(({ name, simple }: { name: string; simple: object }) => [name, simple]);
  expect(Object.fromEntries(counted)).toMatchObject({
    APP_LIMIT: { limit: 900, period: 60 },
    REQUEST_LIMIT: { limit: 300, period: 60 },
  });
  const lines: string[] = [];
  await printDeploymentPlan(open(), {}, (line) => lines.push(line));
  expect(lines).toContain('  APP_LIMIT is set to 900 per 60 seconds instead of 300');

  cloudflare.state.deploy(
    'plid-gateway-login',
    {
      main_module: 'index.js',
      bindings: [{ name: 'APP_LIMIT', type: 'ratelimit', simple: { limit: 300, period: 60 } }],
      compatibility_date: '2026-10-20',
      annotations: { 'workers/tag': olderTag('gateway') },
    },
    '',
  );
  lines.length = 0;
  await printDeploymentPlan(open(), {}, (line) => lines.push(line));
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}APP_LIMIT: 300 in 60 seconds → 900 in 60 seconds \(since /),
  );
});
