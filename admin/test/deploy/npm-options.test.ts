import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../../../test/support/world/test-workers.ts';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

vi.setConfig({ testTimeout: 60_000 });

let deployments: Deployments;
beforeAll(async () => {
  deployments = await startDeployments();
  const { terminal } = deployments;
  terminal.write('plid.deploy.toml', smallService);
  terminal.write(
    'plid.staging.toml',
    smallService.replace('"plid"', '"staging"').replace('login.', 'staging.'),
  );
  const scripts = {
    deploy: `"${process.execPath}" "${root}/admin/bin/plid-admin.ts" deploy`,
    plid: `"${process.execPath}" "${root}/admin/bin/plid-admin.ts"`,
  };
  terminal.write('package.json', JSON.stringify({ name: 'operator', private: true, scripts }));
  // As in this repository: npm's own warnings are not shown.
  terminal.write('.npmrc', 'loglevel=error\n');
});
afterAll(() => deployments.close());

/** The real npm, in a folder with an operator's own scripts. */
const npm = (...words: string[]) => run('npm', ['run', ...words], deployments.terminal.folder);

function run(program: string, words: string[], cwd: string): Promise<{ code: number; output: string }> {
  const { cloudflare, edge } = deployments;
  const ours = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = {
    ...Object.fromEntries(ours),
    ...cloudflare.environment,
    ...edge.environment,
    PLID_URL: 'http://127.0.0.1:9',
    PLID_ADMIN_TOKEN: 'a-token-that-is-never-sent-0000000000',
  };
  return new Promise((resolve) => {
    execFile(program, words, { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

test.each([
  ['deploy service --dry-run', 'deploy service --dry-run'],
  ['deploy service --dry-run --file=plid.staging.toml', 'deploy service --file=plid.staging.toml --dry-run'],
  ['deploy service --file plid.staging.toml', 'deploy service --file plid.staging.toml'],
  ['deploy service --yes', 'deploy service --yes'],
  ['plid keys rotate service --leaked --secret=EVENT_KEY', 'keys rotate service --leaked --secret=EVENT_KEY'],
  ['plid applications delete demoshop000000000001 --yes', 'applications delete demoshop000000000001 --yes'],
  ['plid applications import all.json --replace', 'applications import all.json --replace'],
  ['plid applications import --replace all.json', 'applications import --replace all.json'],
  ['plid people erase 010-1234-5678 --gateway --yes', 'people erase 010-1234-5678 --gateway --yes'],
  ['plid doctor --url https://login.example.com', 'doctor --url https://login.example.com'],
])('npm run %s changes nothing and prints the corrected command', async (words, corrected) => {
  const before = deployments.cloudflare.calls.length;
  const { code, output } = await npm(...words.split(' '));
  expect(code, output).toBe(2);
  const [line = ''] = /npx plid-admin .*/.exec(output) ?? [];
  // npm doesn't keep the order of options.
  expect(line.split(' ').sort()).toEqual(`npx plid-admin ${corrected}`.split(' ').sort());
  expect(line.split(' --')[0]).toBe(`npx plid-admin ${corrected}`.split(' --')[0]);
  expect(deployments.cloudflare.calls).toHaveLength(before);
  const left = deployments.terminal.files().filter(({ name }) => /\.secrets$|^\.plid/.test(name));
  expect(left).toEqual([]);
});

test("the corrected command runs, also with npm's own settings", async () => {
  writeFileSync(path.join(deployments.terminal.folder, '.npmrc'), 'loglevel=error\nyes=true\njson=true\n');
  const { code, output } = await npm('deploy', '--', 'service', '--dry-run', '--file=plid.staging.toml');
  expect(output).toContain('staging: the service at https://staging.example.com');
  expect(output).toContain('would deploy staging-service-token: new');
  expect(code).toBe(0);
  expect(deployments.cloudflare.writes()).toEqual([]);
});

test('npm exec without -- changes nothing and prints the corrected command', async () => {
  const before = deployments.cloudflare.calls.length;
  const { code, output } = await run('npm', ['exec', 'plid-admin', 'deploy', 'service', '--dry-run'], root);
  expect(code, output).toBe(2);
  expect(output).toContain('Run: npx plid-admin deploy service --dry-run\n');
  expect(deployments.cloudflare.calls).toHaveLength(before);
});

test('npx passes every option on', async () => {
  const file = path.join(deployments.terminal.folder, 'plid.staging.toml');
  const words = ['--no', 'plid-admin', 'deploy', 'service', '--dry-run', '--file', file];
  const { code, output } = await run('npx', words, root);
  expect(output).toContain('would deploy staging-service-token: new');
  expect(code).toBe(0);
  expect(deployments.cloudflare.writes()).toEqual([]);
});
