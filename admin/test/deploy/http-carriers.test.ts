import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCarrier } from '../../../test/support/fakes/http-carrier.ts';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { hana } from '../../../test/support/fixtures/grants.ts';
import { codeOf, people, signIn } from '../../../test/support/fixtures/sign-in.ts';
import { consentTerms } from '../../../test/support/requests/operator-requests.ts';
import { openDeployment } from '../cloudflare/open-deployment.ts';

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(40));
const lockout = 'Warning: attackers can use push requests to lock';
const certificate = '2c0d8c1b-6f0e-4a58-9d53-0e9a4f4f7c11';

describe('a deployed service whose carriers are reached over HTTP', { shuffle: false }, () => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let service: Awaited<ReturnType<typeof openDeployment>>;
  beforeAll(async () => {
    carrier = await startCarrier(({ path, body }, response) => {
      if (path === '/start') return response.writeHead(404).end();
      const isNobody = body.phoneNo === '01000000000';
      const confirmed = isNobody ? { status: 'unconfirmed' } : { status: 'requested', requestId: 'r1' };
      const answer = path === '/confirm' ? confirmed : { status: 'approved', identity: hana };
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
    const workers = [
      'signer',
      'objects',
      'token',
      'openid',
      'applications',
      'metadata',
      'carriers',
      'authorize',
    ];
    service = await openDeployment('service', workers);
  });
  afterAll(async () => {
    await service.deployments.close();
    await carrier.close();
  });
  const describeCarriers = (...lines: string[]) => {
    const text = service.terminal.read('plid.deploy.toml').split('[service.settings]')[0];
    service.terminal.write('plid.deploy.toml', `${text}[service.settings]\n${lines.join('\n')}`);
  };
  const writeSecrets = (change: (text: string) => string) =>
    service.terminal.write(service.file, change(service.terminal.read(service.file)));

  test('can be deployed without carriers, with a warning', async () => {
    const { output, code } = await service.run('deploy', 'service');
    expect(code, output).toBe(0);
    expect(output).toContain("no carrier is configured: users can't sign in with a phone");
    for (const letter of ['S', 'K', 'L'])
      expect(output).toContain(`carrier ${letter}: CARRIER_${letter} is not set\n`);
    const bound = service.cloudflare.state.current('plid-service-authorize')?.metadata.bindings;
    const [entrypoint, type] = ['Carrier', 'service'];
    expect(bound).toContainEqual({ name: 'CARRIER', type, service: 'plid-service-carriers', entrypoint });
  }, 180_000);

  test('rejects a missing carrier token and changes nothing', async () => {
    describeCarriers(`CARRIER_S = "${carrier.address}"`);
    const { output, code, writes } = await service.run('deploy', 'service');
    expect([code, writes]).toEqual([1, 0]);
    expect(output).toMatch(
      /CARRIER_S needs the secret CARRIER_S_TOKEN, .* Secrets are in .*plid-service\.secrets/,
    );
    writeSecrets((text) => `${text}CARRIER_S_TOKEN="too short"\n`);
    expect((await service.run('deploy', 'service')).output).toContain(
      'CARRIER_S_TOKEN needs at least 32 characters',
    );
    writeSecrets((text) => text.replace('too short', `${first}`));
    const told = await service.run('deploy', 'service', '--dry-run');
    expect([told.code, told.writes, told.output]).toEqual([
      0,
      0,
      expect.stringContaining('would deploy plid-service-carriers'),
    ]);
  });

  test('reports how the carrier responds, and users sign in through it', async () => {
    const { output, code } = await service.run('deploy', 'service', '--yes');
    expect(code, output).toBe(0);
    expect(output).toMatch(/carrier S: answers, after \d+ ms\n.*carrier K: CARRIER_K is not set\n/);
    expect(output).toContain(
      `${lockout} subscribers of S out of new browsers because these carriers don't support app-initiated sign-in`,
    );
    const origin = 'https://login.example.com';
    const world = { fetch: service.deployments.edge.fetch, service: origin } as never;
    const [, token = ''] = /^[a-z0-9-]+:([0-9a-f]{64})$/.exec(service.secrets().ADMIN_TOKEN ?? '') ?? [];
    const redirect_uri = 'http://localhost:3000/callback';
    const application = {
      name: 'Shop',
      redirect_uris: [redirect_uri],
      attributes: ['name'],
      allow_loopback: true,
      ...consentTerms,
    };
    const registered = await service.deployments.edge.fetch(`${origin}/admin/applications`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(application),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    carrier.taken();
    const end = await signIn(new BrowserSession(world), world, people.hana, {
      query: { client_id, redirect_uri },
    });
    expect(codeOf(end)).not.toBe('');
    const calls = carrier.taken();
    expect(calls.map(({ path }) => path)).toEqual(expect.arrayContaining(['/confirm', '/outcome']));
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${first}`]));
  }, 180_000);

  test('warns only of carriers without app-initiated sign-in in STARTS', async () => {
    const kept = [`CARRIER_S = "${carrier.address}"`];
    for (const [starts, isWarned] of [
      ['none', true],
      ['K-link', true],
      ['S-code', false],
      [undefined, false],
    ] as const) {
      describeCarriers(...kept, ...(starts === undefined ? [] : [`STARTS = "${starts}"`]));
      const { output, code } = await service.run('deploy', 'service', '--dry-run');
      expect(code, output).toBe(0);
      expect(
        output.includes(`${lockout} subscribers of S out of new browsers because STARTS contains none`),
        starts,
      ).toBe(isWarned);
    }
    describeCarriers(...kept);
  }, 180_000);

  test("gets another token with --replace-secret, and can't be rolled back to the old one", async () => {
    writeSecrets((text) => text.replace(`${first}`, `${second}`));
    const refused = await service.run('deploy', 'service');
    expect([refused.code, refused.writes]).toEqual([1, 0]);
    expect(refused.output).toContain('--replace-secret CARRIER_S_TOKEN');
    expect((await service.run('deploy', 'service', '--replace-secret', 'CARRIER_S_TOKEN')).code).toBe(0);
    expect(carrier.taken().at(-1)?.headers.authorization).toBe(`Bearer ${second}`);
    const back = await service.run('deploy', 'service', '--rollback');
    expect([back.code, back.output]).toEqual([1, expect.stringContaining('another CARRIER_S_TOKEN')]);
  }, 180_000);

  test('sends nothing to a carrier that is switched off, and can be rolled back', async () => {
    describeCarriers(`CARRIER_S = "${carrier.address}"`, 'CARRIER_S_OFF = "Y"');
    carrier.taken();
    const { output, code } = await service.run('deploy', 'service', '--yes');
    expect([code, output]).toEqual([0, expect.stringContaining('carrier S: switched off: CARRIER_S_OFF\n')]);
    expect(carrier.taken()).toEqual([]);
    expect((await service.run('deploy', 'service', '--rollback')).code).toBe(0);
    describeCarriers(`CARRIER_S = "${carrier.address}"`);
    const again = await service.run('deploy', 'service');
    expect(again.output).toContain('nothing has changed');
    expect(again.output).toMatch(/carrier S: answers, after/);
  }, 180_000);

  test('binds the client certificate of the settings file', async () => {
    describeCarriers(
      `CARRIER_S = "${carrier.address}"`,
      'CARRIER_K = "https://carrier.example"',
      `CARRIER_K_CERTIFICATE = "${certificate}"`,
    );
    const { output, code } = await service.run('deploy', 'service', '--yes');
    expect(code, output).toBe(0);
    const { bindings = [] } = service.cloudflare.state.current('plid-service-carriers')?.metadata ?? {};
    expect(bindings).toContainEqual({
      name: 'CARRIER_K_CERTIFICATE',
      type: 'mtls_certificate',
      certificate_id: certificate,
    });
    expect(service.secretsElsewhere().found).toEqual([]);
  }, 180_000);

  test("names the operator's own carrier worker as obsolete", async () => {
    const { state } = service.cloudflare;
    const { metadata, code = '' } = state.current('plid-service-token') ?? {};
    if (metadata === undefined) throw new Error('plid-service-token is not deployed');
    state.deploy('plid-carrier', { ...metadata, bindings: [] }, code);
    expect((await service.run('deploy', 'service')).output).toContain(
      'plid-carrier is still deployed but no longer used',
    );
  }, 180_000);

  test('rejects a carrier with both token and certificate', async () => {
    writeSecrets((text) => `${text}CARRIER_K_TOKEN="${second}"\n`);
    const { output, writes } = await service.run('deploy', 'service');
    expect(output).toContain('CARRIER_K needs either CARRIER_K_TOKEN or CARRIER_K_CERTIFICATE; both are set');
    expect(writes).toBe(0);
  });
});
