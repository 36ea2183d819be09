import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testFolder } from '../../../test/support/world/isolation.ts';
import type { Secrets } from '../../deploy/settings/secrets.ts';
import { token } from '../cloudflare/api.ts';
import { type Deployments, olderTag, smallService, startDeployments } from '../cloudflare/index.ts';
import type { AccountState, Script } from '../cloudflare/state.ts';

let deployments: Deployments;
let state: AccountState;
let written: string[];
/** The account, and a copy of the operator's files, right after the first run. */
let deployed: { state: AccountState; folder: string };
// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  deployments = await startDeployments();
  state = deployments.cloudflare.state;
  deployments.terminal.write('plid.deploy.toml', smallService);
});
afterAll(() => deployments.close());

const names = ['plid-service-signer', 'plid-service-objects', 'plid-service-token', 'plid-service-metadata'];
const current = () => Object.fromEntries(names.map((name) => [name, state.current(name)?.id]));

/** Runs the command as an operator does. Its output is kept, to be searched for secrets. */
async function deploy(...parameters: string[]) {
  const before = deployments.cloudflare.writes().length;
  const { output, code } = await deployments.terminal.deploy(...parameters);
  written = [...(written ?? []), output];
  return { output, code, writes: deployments.cloudflare.writes().slice(before) };
}

/** Another account and operator, in the state after the first run: a second deployment would take CPU seconds. */
async function startAfterFirstRun(): Promise<Deployments> {
  const started = await startDeployments(deployed.state.copy());
  cpSync(deployed.folder, started.terminal.folder, { recursive: true });
  return started;
}

const secrets = () => parseEnv(deployments.terminal.read('plid-service.secrets'));

/** One deployment from beginning to end: each test continues the one before. */
describe('plid deploy', { shuffle: false }, () => {
  test('with --dry-run prints the changes and makes none, locally or at Cloudflare', async () => {
    const { output, code, writes } = await deploy('service', '--dry-run');
    expect(output).toContain('would generate the secret KEYS');
    expect(output).toContain('would create the KV namespace plid-service-applications');
    for (const name of names) expect(output).toContain(`would deploy ${name}: new`);
    expect({ code, writes }).toEqual({ code: 0, writes: [] });
    expect(deployments.terminal.files().map(({ name }) => name)).not.toContain('plid-service.secrets');
  });

  test('creates exactly what is needed in order, and the host responds', async () => {
    const { output, code, writes } = await deploy('service');
    expect(output).toMatch(
      /sending requests to http:\/\/127\.0\.0\.1:\d+ instead of the host because PLID_TEST_HOST_AT/,
    );
    expect(output).toMatch(
      /https:\/\/login\.example\.com responds; every route of 4 workers was checked with \d+ requests/,
    );
    expect(output).toMatch(
      /\nNext: register an application .* ADMIN_TOKEN in .*plid-service\.secrets, then run: npx plid-admin applications create/,
    );
    expect(code).toBe(0);
    expect(state.namespaces.map(({ title }) => title)).toEqual(['plid-service-applications']);
    const uploads = writes.filter(({ method, path }) => method === 'PUT' && /scripts\/[^/]+\?/.test(path));
    expect(uploads.map(({ path }) => /scripts\/([^?]+)/.exec(path)?.[1])).toEqual(names);
    expect(state.essence()).toMatchObject({
      routes: ['login.example.com/oauth2/token* plid-service-token'],
      domains: ['login.example.com plid-service-metadata'],
    });
    deployed = { state: state.copy(), folder: mkdtempSync(path.join(testFolder(), 'deployed-')) };
    cpSync(deployments.terminal.folder, deployed.folder, { recursive: true });
  });

  test('uploads secrets with the code in one version, the same KEYS in every worker', () => {
    const held = names.flatMap((name) => {
      const { bindings = [] } = state.current(name)?.metadata ?? {};
      expect(state.scripts.get(name)?.versions, name).toHaveLength(1);
      return bindings.filter(({ type, name: binding }) => type === 'secret_text' && binding === 'KEYS');
    });
    expect(held.length).toBeGreaterThan(0);
    for (const { text } of held) expect(text).toBe(secrets().KEYS);
  });

  test('minifies the code, and the source map resolves its positions', () => {
    for (const name of names) {
      const { map = '' } = state.current(name) ?? {};
      const { sources } = JSON.parse(map) as { sources: string[] };
      expect(sources, name).toContain('workers/core/worker/endpoint.ts');
      expect(sources.filter((source) => !/^(?:workers|packages\/plid|node_modules)\//.test(source))).toEqual(
        [],
      );
    }
    const { code = '', map = '{}' } = state.current('plid-service-token') ?? {};
    const lines = code.split('\n');
    expect(lines.length).toBeLessThan(10);
    const line = lines.findIndex((text) => text.includes('token_type'));
    const found = new SourceMap(JSON.parse(map)).findEntry(line, lines[line]?.indexOf('token_type') ?? 0);
    const original = 'originalSource' in found ? found : undefined;
    expect(original?.originalSource).toBe('workers/service/routes/token/index.ts');
    const source = readFileSync('workers/service/routes/token/index.ts', 'utf8').split('\n');
    expect(source[original?.originalLine ?? 0]).toContain('token_type');
  });

  test('enables no workers.dev address, and no query string is logged', () => {
    for (const name of names) {
      expect(state.scripts.get(name)?.subdomain).toEqual({ enabled: false, previews_enabled: false });
      expect(state.current(name)?.metadata.observability).toMatchObject({
        enabled: true,
        redact_query_string: true,
        logs: { invocation_logs: false },
      });
    }
  });

  test('changes nothing when run again, and still checks', async () => {
    const { output, code, writes } = await deploy('service');
    expect(output).toContain('nothing has changed');
    expect(output).toContain('https://login.example.com responds');
    expect(output).not.toContain('Next:');
    expect({ code, writes }).toEqual({ code: 0, writes: [] });
    const unchecked = await deploy('service', '--no-check');
    expect([unchecked.code, unchecked.output]).toEqual([0, expect.stringContaining('nothing has changed')]);
    expect(unchecked.output).not.toContain('responds');
  });

  test('notices a setting changed in the dashboard', async () => {
    const [, { settings }, { subdomain }] = names.map((name) => state.scripts.get(name)) as [
      Script,
      Script,
      Script,
    ];
    const { observability } = settings;
    settings.observability = { enabled: true, redact_query_string: false };
    subdomain.enabled = true;
    state.domains = [];
    state.records = [];
    const { output } = await deploy('service', '--dry-run');
    expect(output).toContain('would deploy plid-service-objects: its log settings differ');
    expect(output).toContain('would deploy plid-service-token: its workers.dev address is enabled');
    expect(output).toContain("would deploy plid-service-metadata: its host isn't connected");
    Object.assign(settings, { observability });
    subdomain.enabled = false;
    state.putDomains('plid-service-metadata', ['login.example.com']);
  });

  test('redeploys only a manually changed worker, after confirmation, and rolls it back', async () => {
    const [, , name = ''] = names;
    const first = current();
    const version = state.current(name);
    if (version !== undefined) state.deploy(name, { ...version.metadata, annotations: {} }, version.code);
    const unmeant = await deploy('service');
    expect(unmeant).toMatchObject({ code: 1, writes: [] });
    expect(unmeant.output).toMatch(
      new RegExp(`${name} was changed manually on 20.* UTC by lee@example.com: this command didn't deploy`),
    );
    expect(unmeant.output).toContain('will make the changes above. To confirm, add: --yes');
    const { output, writes } = await deploy('service', '--yes');
    expect(output).toContain(`1/1 ${name} deployed (changed by another tool)`);
    expect(writes.filter(({ path }) => !path.includes(name) && !path.includes('/kv/'))).toEqual([]);
    const second = current();
    expect({ ...second, [name]: first[name] }).toEqual(first);
    expect(second[name]).not.toBe(first[name]);

    const preview = await deploy('service', '--rollback', '--dry-run');
    expect(preview.output).toContain(`would restore ${name} to version ${first[name]}`);
    expect(preview.writes).toEqual([]);
    const back = await deploy('service', '--rollback');
    expect([back.code, back.output]).toEqual([
      0,
      expect.stringMatching(
        /https:\/\/login\.example\.com responds; every route of 1 workers was checked with \d+ requests\n$/,
      ),
    ]);
    expect(current()).toEqual(first);
    for (const yes of [[], ['--yes']]) {
      const further = await deploy('service', '--rollback', ...yes);
      expect(further).toMatchObject({ code: 1, writes: [] });
      expect(further.output).toContain('There is no release to roll back to');
    }
  });

  test('names and rejects secrets that differ from the running ones, unless --replace-secret is given', async () => {
    const held = deployments.terminal.read('plid-service.secrets');
    const others = held.replace(/^(KEYS=\W?)k1:/m, '$1k2:');
    deployments.terminal.write('plid-service.secrets', others);
    const preview = await deploy('service', '--dry-run');
    expect(preview.output).toContain('would deploy plid-service-token: other KEYS');
    for (const refused of [preview, await deploy('service'), await deploy('service', '--yes')]) {
      expect(refused).toMatchObject({ code: 1, writes: [] });
      expect(refused.output).toMatch(
        /plid-service.secrets contains another KEYS, not the value that has been running since 20\d\d-.* UTC \(\S+@\S+\)\. Nothing was changed\./,
      );
    }
    for (const yes of [[], ['--yes']])
      expect((await deploy('service', '--replace-secret', 'KEY', ...yes)).output).toContain(
        'has the secret KEY. Valid names:',
      );

    const meant = await startAfterFirstRun();
    meant.terminal.write('plid-service.secrets', others);
    const { output } = await meant.terminal.deploy('service', '--replace-secret', 'KEYS');
    expect(output).toContain('1/1 plid-service-token deployed (other KEYS)');
    meant.terminal.write('plid-service.secrets', held);
    const before = meant.cloudflare.writes().length;
    for (const yes of [[], ['--yes']]) {
      const back = await meant.terminal.deploy('service', '--rollback', ...yes);
      expect(back.output).toContain(
        'ran with different secrets, so the rollback would restore another KEYS. Nothing was',
      );
    }
    expect(meant.cloudflare.writes().slice(before)).toEqual([]);
    await meant.close();
    deployments.terminal.write('plid-service.secrets', held);
  });

  test('adds EVENT_KEY to a deployment that lacks it, which can be rolled back', async () => {
    const upgraded = await startAfterFirstRun();
    const { cloudflare, terminal } = upgraded;
    const { EVENT_KEY, ...before } = parseEnv(terminal.read('plid-service.secrets')) as Secrets;
    expect(EVENT_KEY).toMatch(/^e1:/);
    const lines = Object.entries(before).map(([name, value]) => `${name}="${value}"\n`);
    terminal.write('plid-service.secrets', lines.join(''));
    const objects = cloudflare.state.current('plid-service-objects')?.metadata;
    if (objects === undefined) throw new Error('plid-service-objects is not deployed');
    // The marks of an earlier deployment.
    objects.annotations = { 'workers/tag': olderTag('service'), 'workers/message': 'plid' };
    objects.bindings = (objects.bindings ?? []).filter(({ name }) => name !== 'EVENT_KEY');

    const { output } = await terminal.deploy('service');
    expect(output).toContain('generated EVENT_KEY in');
    expect(output).toContain('1/1 plid-service-objects deployed (other code');
    const bound = cloudflare.state.current('plid-service-objects')?.metadata.bindings ?? [];
    const made = parseEnv(terminal.read('plid-service.secrets')).EVENT_KEY;
    expect(bound.find(({ name }) => name === 'EVENT_KEY')?.text).toBe(made);
    expect(made).not.toBe(EVENT_KEY);
    const back = await terminal.deploy('service', '--rollback');
    expect(back.output).toContain('restored plid-service-objects');
    await upgraded.close();
  });

  test('counts a release that only adds a worker: rolling it back restores nothing else', async () => {
    const growing = await startAfterFirstRun();
    const { cloudflare, terminal } = growing;
    const versions = () => names.map((name) => cloudflare.state.current(name)?.id);
    const token = cloudflare.state.current('plid-service-token');
    if (token !== undefined)
      cloudflare.state.deploy('plid-service-token', { ...token.metadata, annotations: {} }, token.code);
    await terminal.deploy('service', '--yes');
    const upgraded = versions();
    terminal.write('plid.deploy.toml', smallService.replace('"user", ', ''));
    const unmeant = await terminal.deploy('service');
    expect(unmeant.output).toContain('plid-service-user: not deployed → deployed');
    expect(unmeant.code).toBe(1);
    const { output } = await terminal.deploy('service', '--yes');
    expect(output).toContain('1/1 plid-service-user deployed (new)');

    const back = await terminal.deploy('service', '--rollback');
    expect(back.code).toBe(0);
    expect(back.output).toContain('plid-service-user was added since, and stays');
    expect(versions()).toEqual(upgraded);
    const repeated = await terminal.deploy('service', '--rollback');
    expect([repeated.code, repeated.output]).toEqual([
      1,
      expect.stringMatching(
        /is already rolled back\. This command would roll back one more release\. To confirm, add/,
      ),
    ]);
    const further = await terminal.deploy('service', '--rollback', '--yes');
    expect(further.output).toContain('restored plid-service-token');
    expect(cloudflare.state.current('plid-service-token')?.id).toBe(token?.id);
    await growing.close();
  });

  test('rolls back callers before their objects', async () => {
    const changing = await startAfterFirstRun();
    changing.terminal.write(
      'plid.deploy.toml',
      `${smallService}\n[service.settings]\nLOCATION_HINT = "weur"\n`,
    );
    const forward = (await changing.terminal.deploy('service', '--yes')).output;
    expect(forward.match(/LOCATION_HINT: not set → weur/g)).toHaveLength(1);
    expect(forward).toMatch(/1\/2 plid-service-objects deployed.*2\/2 plid-service-token deployed/s);
    const back = (await changing.terminal.deploy('service', '--rollback')).output;
    expect(back).toMatch(/restored plid-service-token.*restored plid-service-objects/s);
    await changing.close();
  });

  test('continues after it was killed between a worker and its routes', async () => {
    const interrupted = await startDeployments();
    const { cloudflare, terminal } = interrupted;
    terminal.write('plid.deploy.toml', smallService);
    // The writes are the lock and its holder, the namespace, the objects and their workers.dev address, the token worker and
    // its own address. The routes come next.
    cloudflare.stopAfterWrites(9, terminal.kill);
    expect((await terminal.start.deploy('service')).code).toBe(null);
    expect(cloudflare.state.scripts.has('plid-service-token')).toBe(true);
    expect(cloudflare.state.routes).toEqual([]);
    cloudflare.stopAfterWrites();
    const held = terminal.read('plid-service.secrets');
    const { output, code } = await terminal.deploy('service');
    expect(output).toContain('an earlier run from this folder has exited');
    expect(output).toContain('plid-service-token deployed (a route is missing)');
    expect(output).toContain('https://login.example.com responds');
    expect(code).toBe(0);
    expect(terminal.read('plid-service.secrets')).toBe(held);
    const { workers, ...rest } = cloudflare.state.essence();
    expect(rest).toEqual({ ...state.essence(), workers: undefined });
    expect(workers.map(({ name }) => name)).toEqual(names);
    expectNoSecrets(interrupted, [output]);
    await interrupted.close();
  });

  test('writes a secret into no file except the secrets file', () => {
    expectNoSecrets(deployments, written);
  });

  function expectNoSecrets({ terminal }: Deployments, outputs: string[]): void {
    const values = [token, ...Object.values(parseEnv(terminal.read('plid-service.secrets')))];
    expect(values.length).toBeGreaterThan(1);
    const found = [
      ...outputs.map((text, index) => ({ name: `output ${index}`, text })),
      ...terminal.files().filter(({ name }) => !name.endsWith('.secrets')),
    ].filter(({ text }) => values.some((value) => value !== undefined && text.includes(value)));
    expect(found.map(({ name }) => name)).toEqual([]);
    const own = terminal.files().find(({ name }) => name.endsWith('.secrets'));
    expect(own?.mode).toBe(0o600);
  }
});
