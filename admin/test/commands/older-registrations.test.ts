import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { registerOlderApplication } from '../../../test/service/support/older-application.ts';
import { registerApplication } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { openIdClients, origins, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';
import { checkOlderApplications } from '../../check/older-registrations.ts';
import { AdminApi } from '../../cli/admin-api.ts';

const world = useWorld();

describe('plid doctor --admin', () => {
  beforeAll(() => void vi.stubEnv('PLID_ADMIN_TOKEN', serviceSecrets.ADMIN_TOKEN));
  afterAll(() => void vi.unstubAllEnvs());
  const findings = async (origin: string) => {
    const proxy = await startProxy(world, { origin: world.service });
    onTestFinished(() => proxy.close());
    const applications = await new AdminApi(proxy.url).list();
    return checkOlderApplications(origin, applications);
  };
  const claims = /^id_tokens still contain the user’s claims/;
  const pkce = /^PKCE is optional in OpenID Connect/;
  const loopback = /^loopback addresses are registered for /;

  test('names relying parties registered by an earlier release, with the fix', async () => {
    const older = await registerOlderApplication(world, ['name'], { openid: 'RS256' });
    const withClaims = await registerApplication(world, {
      ...{ name: '새 서점', openid: 'RS256', id_token_claims: true, pkce: 'required' },
    });
    const plain = await registerApplication(world, { name: '다른 서점' });
    const found = await findings(origins.service);
    const about = (what: RegExp) => found.filter((finding) => what.test(finding.what));
    for (const what of [claims, pkce]) {
      const [finding, ...others] = about(what);
      expect([finding?.level, others]).toEqual(['note', []]);
      expect(finding?.what).toContain(older.client_id);
      for (const { client_id } of [withClaims, plain]) expect(finding?.what).not.toContain(client_id);
    }
    expect(about(claims)[0]?.advice).toContain('--no-id-token-claims');
    expect(about(pkce)[0]?.advice).toContain('--pkce required');
  });

  test('names loopback addresses, unless the service is on loopback too', async () => {
    const redirect_uris = ['https://books.example.com/cb', 'http://localhost:3000/cb'];
    const { client_id } = await registerApplication(world, { redirect_uris });
    const https = await registerApplication(world, { redirect_uris: redirect_uris.slice(0, 1) });
    const [finding] = (await findings(origins.service)).filter(({ what }) => loopback.test(what));
    expect(finding).toMatchObject({ level: 'note', what: expect.stringContaining(client_id) });
    expect(finding?.what).not.toContain(https.client_id);
    expect((await findings('http://localhost:8787')).filter(({ what }) => loopback.test(what))).toEqual([]);
  });
});

describe('plid doctor of a gateway', () => {
  /** Its findings about relying parties, with the file of a deployment in the current folder. */
  async function notes(entries: object[], host = 'shop.example.com'): Promise<string[]> {
    const folder = mkdtempSync(path.join(testFolder(), 'older-'));
    const setting = `OPENID_CLIENTS = '${JSON.stringify(entries)}'`;
    const zone = 'zone = "example.com"';
    const file = `name = "plid"\n[gateway]\nhost = "${host}"\n${zone}\n[gateway.settings]\n${setting}\n`;
    writeFileSync(path.join(folder, 'plid.deploy.toml'), file);
    const proxy = await startProxy(world, { origin: world.gateway });
    onTestFinished(() => proxy.close());
    const answer = await plid(['doctor', '--url', origins.gateway, '--json'], {
      cwd: folder,
      env: { PLID_TEST_HOST_AT: proxy.url },
    });
    const { findings } = JSON.parse(answer.stdout) as { findings: { what: string }[] };
    return findings.map(({ what }) => what).filter((what) => / for (?:books|papers)/.test(what));
  }
  const [books, papers] = JSON.parse(openIdClients) as [object, object];
  const stated = { id_token_claims: false, pkce: 'optional' };

  test('names entries of an earlier release, and entries with a loopback address', async () => {
    expect(await notes([books, { ...papers, ...stated }])).toEqual([
      'id_tokens still contain the user’s claims (the default in earlier releases) for books',
      'PKCE is optional in OpenID Connect for books',
      'loopback addresses are registered for books',
    ]);
    expect(await notes([books, papers])).toContain(
      'id_tokens still contain the user’s claims (the default in earlier releases) for books, papers',
    );
  });

  test('names no complete entry, and no entry of another gateway', async () => {
    expect(await notes([{ ...papers, ...stated }])).toEqual([]);
    expect(await notes([books], 'other.example.com')).toEqual([]);
  });
});
