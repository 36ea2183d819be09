import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { barocertSettings, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { openDeployment } from '../cloudflare/open-deployment.ts';

describe('a deployed service that asks users through Barocert', { shuffle: false }, () => {
  const paths: string[] = [];
  let isAccountKnown = true;
  const vendor = createServer(({ url = '' }, response) => {
    paths.push(url);
    if (url === '/Time') return response.end(new Date().toISOString());
    const session = { session_token: 'a token', expiration: new Date(Date.now() + 3_600_000).toISOString() };
    const [status, body] = isAccountKnown ? [200, session] : [401, { code: -1, message: 'unknown account' }];
    return response.writeHead(status).end(JSON.stringify(body));
  });
  let address = '';
  let service: Awaited<ReturnType<typeof openDeployment>>;
  beforeAll(async () => {
    await once(vendor.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
    const workers = ['objects', 'signer', 'metadata', 'barocert', 'carriers', 'authorize'];
    service = await openDeployment('service', workers);
  });
  afterAll(async () => {
    await service.deployments.close();
    vendor.close();
    vendor.closeAllConnections();
  });
  const write = (...lines: string[]) => {
    const text = service.terminal.read('plid.deploy.toml').split('[service.settings]')[0];
    service.terminal.write('plid.deploy.toml', `${text}[service.settings]\n${lines.join('\n')}`);
  };
  const settings = [
    'CARRIER_S = "barocert:"',
    ...Object.entries(barocertSettings).map(([name, value]) => `${name} = "${value}"`),
  ];
  const addresses = () => ['BAROCERT_URL', 'BAROCERT_AUTH_URL'].map((name) => `${name} = "${address}"`);

  test('rejects a missing secret, and a page that promises a choice of numbers, and changes nothing', async () => {
    expect((await service.run('deploy', 'service')).code).toBe(0);
    write(...settings, ...addresses());
    const missing = await service.run('deploy', 'service');
    expect([missing.code, missing.writes]).toEqual([1, 0]);
    expect(missing.output).toContain("BAROCERT_SECRET_KEY can't be generated. Add the missing values");
    const { file, terminal } = service;
    terminal.write(
      file,
      `${terminal.read(file)}BAROCERT_SECRET_KEY="${serviceSecrets.BAROCERT_SECRET_KEY}"\n`,
    );
    const promised = await service.run('deploy', 'service');
    expect([promised.code, promised.writes]).toEqual([1, 0]);
    expect(promised.output).toContain('NUMBER_MATCHING needs S=none, because CARRIER_S is barocert:');
  });

  test('deploys the adapter, binds it, and checks the account without a request to a phone', async () => {
    write(...settings, ...addresses(), 'NUMBER_MATCHING = "S=none"');
    const { output, code } = await service.run('deploy', 'service', '--yes');
    expect(code, output).toBe(0);
    expect(output).toMatch(/carrier S: answers, after \d+ ms\n/);
    const bound = service.cloudflare.state.current('plid-service-carriers')?.metadata.bindings;
    const [entrypoint, type] = ['BarocertCarrier', 'service'];
    expect(bound).toContainEqual({ name: 'BAROCERT', type, service: 'plid-service-barocert', entrypoint });
    expect(new Set(paths)).toEqual(new Set(['/BAROCERT/Token']));
    isAccountKnown = false;
    const again = await service.run('deploy', 'service', '--yes');
    expect(again.output).toContain('carrier S: is refused by Barocert (401, code -1)');
  });

  test('accepts the settings of docs/operate/carriers.md', async () => {
    const [settings] = codeBlocksOf('docs/operate/carriers.md').filter(({ language }) => language === 'toml');
    write(settings?.text ?? '');
    const { output, code } = await service.run('deploy', 'service', '--dry-run');
    expect(code, output).toBe(0);
    expect(output).toContain('would deploy plid-service-barocert');
  });

  test('is not deployed for any other carrier', async () => {
    write('CARRIER_S = "https://carrier.example"');
    const { file, terminal } = service;
    terminal.write(file, `${terminal.read(file)}CARRIER_S_TOKEN="${'a'.repeat(40)}"\n`);
    const { output } = await service.run('deploy', 'service', '--dry-run');
    expect(output).toContain('would deploy plid-service-carriers');
    expect(output).not.toContain('would deploy plid-service-barocert');
  });
});
