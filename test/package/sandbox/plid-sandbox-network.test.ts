import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../support/world/bundles.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { sandboxFolder } from '../../support/world/sandbox-world.ts';

/** A network without any other machine, and file systems to replace the DNS server. Only Linux has both. */
const isolated = ['unshare', '--map-root-user', '--net', '--mount'] as const;
const canIsolate =
  spawnSync(isolated[0], [...isolated.slice(1), 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const skipped = canIsolate ? '' : ' (skipped: this machine lets no test make a network of its own)';

/**
 * Uses most of a sandbox, then the network. Linux counts every packet for which this network has no route: whatever is
 * sent to another machine, by TCP or UDP, from any process, including questions to the DNS server.
 */
const programFor = (folder: string) => `
  import { readFileSync } from 'node:fs';
  const { startSandboxFrom } = await import(${JSON.stringify(path.join(root, 'packages/plid/sandbox/start-sandbox.ts'))});
  const { createClient } = await import(${JSON.stringify(path.join(root, 'packages/plid/client/index.ts'))});
  function packetsToElsewhere() {
    const [names, values] = readFileSync('/proc/net/snmp', 'utf8').split('\\n').map((line) => line.split(' '));
    const [, six] = /^Ip6OutNoRoutes\\s+(\\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? [];
    return Number(values[names.indexOf('OutNoRoutes')]) + Number(six ?? 0);
  }
  const sandbox = await startSandboxFrom(${JSON.stringify(folder)}, {});
  const { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] } = sandbox.application;
  const client = createClient({ service: sandbox.url, clientId, clientSecret, redirectUri });
  const { url, ...kept } = await client.startSignIn();
  const { location } = await sandbox.signInAt(url, '01000000001');
  const user = await client.finishSignIn(location, kept);
  await fetch(new URL('/auth/login?return_to=/', sandbox.url));
  await client.disconnect(user.plid);
  await sandbox.clock.advance(3_600);
  await sandbox.save('state');
  await sandbox.reset();
  await sandbox.stop();
  const bySandbox = packetsToElsewhere();
  for (const address of ['http://telemetry.example', 'http://192.0.2.1', 'http://[2001:db8::1]'])
    await fetch(address).catch(() => undefined);
  console.log(JSON.stringify({ name: user.name, bySandbox, all: packetsToElsewhere() }));`;

test.skipIf(!canIsolate)(`the sandbox connects to no other machine${skipped}`, async () => {
  const folder = mkdtempSync(path.join(testFolder(), 'network-'));
  writeFileSync(path.join(folder, 'program.mjs'), programFor(await sandboxFolder()));
  // A DNS server on loopback, as some machines have, would hide questions about other machines.
  writeFileSync(path.join(folder, 'resolv.conf'), 'nameserver 192.0.2.53\n');
  const script = 'ip link set lo up && mount --bind resolv.conf /etc/resolv.conf && exec "$0" program.mjs';
  const [program, ...words] = [...isolated, 'sh', '-c', script, process.execPath] as const;
  const output = execFileSync(program, words, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  const { name, bySandbox, all } = JSON.parse(output);
  expect([name, bySandbox]).toEqual(['김하나', 0]);
  expect(all, 'each request of the program itself is counted').toBeGreaterThanOrEqual(3);
});
