import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveSandboxBarocert } from '../../start/sandbox-barocert.ts';
import { serveSandboxCarriers } from '../../start/sandbox-carriers.ts';
import type { OwnAddress } from '../../start/serve-at-own-address.ts';

/** The local environment, which reports what it gets, or cuts its answer. */
const seen: (string | undefined)[][] = [];
const world = createServer(({ method, url, headers }, answer) => {
  seen.push([method, url, headers.host, String(headers['x-bc-auth'])]);
  if (headers['x-cut'] !== undefined) {
    answer.writeHead(200, { 'Content-Length': '10' }).write('half');
    setImmediate(() => answer.destroy());
    return;
  }
  answer.writeHead(201, { 'Sandbox-Fault': 'slow' }).end('answered');
});

let servers: { carriers: OwnAddress; barocert: OwnAddress };
let host = '';
beforeAll(async () => {
  world.listen(0, '127.0.0.1');
  await once(world, 'listening');
  host = `127.0.0.1:${(world.address() as AddressInfo).port}`;
  servers = {
    carriers: await serveSandboxCarriers(`http://${host}`),
    barocert: await serveSandboxBarocert(`http://${host}`),
  };
});
afterAll(() => {
  servers.carriers.close();
  servers.barocert.close();
  world.close();
});
beforeEach(() => void seen.splice(0));

/** Sends a request with any host name, which `fetch` doesn't allow. */
async function ask(server: OwnAddress, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(server.address + path, { method, headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, fault: answer.headers['sandbox-fault'], body: await text(answer) };
}

describe('the own address of', () => {
  test.each([
    ['carriers', 'POST', '/confirm', '/sandbox/carrier/confirm'],
    ['barocert', 'GET', '/Time', '/sandbox/barocert/Time'],
    ['barocert', 'POST', '/BAROCERT/Token', '/sandbox/barocert/BAROCERT/Token'],
    ['barocert', 'POST', '/PASS/Login/026110000053', '/sandbox/barocert/PASS/Login/026110000053'],
    ['barocert', 'GET', '/PASS/Login/0261/0123', '/sandbox/barocert/PASS/Login/0261/0123'],
    ['barocert', 'POST', '/PASS/Login/Verify/0261/0123', '/sandbox/barocert/PASS/Login/Verify/0261/0123'],
  ] as const)('%s forwards %s %s', async (name, method, path, forwarded) => {
    const answer = await ask(servers[name], path, { 'x-bc-auth': 'signature' }, method);
    expect(answer).toEqual({ status: 201, fault: 'slow', body: 'answered' });
    expect(seen).toEqual([[method, forwarded, host, 'signature']]);
  });

  test.each([
    ['carriers', '/'],
    ['carriers', '/confirm/x'],
    ['carriers', '/../subscribers'],
    ['barocert', '/'],
    ['barocert', '/subscribers'],
    ['barocert', '/PASS/Login/../../../subscribers'],
    ['barocert', '/PASS/Login/%2e%2e/subscribers'],
    ['barocert', '/PASS/Identity/0261'],
    ['barocert', '/Time?x'],
  ] as const)('%s has no path %s', async (name, path) => {
    const { hostname, port } = new URL(servers[name].address);
    const sent = request({ hostname, port, path });
    sent.end();
    const [answer] = await once(sent, 'response');
    expect(answer.statusCode).toBe(404);
    expect(seen).toEqual([]);
  });

  test.each(['carriers', 'barocert'] as const)('%s is not read by another host name', async (name) => {
    for (const other of ['evil.example', 'localhost', host])
      expect(await ask(servers[name], '/Time', { Host: other })).toMatchObject({ status: 404 });
    expect(seen).toEqual([]);
  });

  test.each(['carriers', 'barocert'] as const)(
    '%s breaks a connection that the world breaks',
    async (name) => {
      await expect(ask(servers[name], '/Time', { 'x-cut': 'Y' })).rejects.toThrow();
    },
  );
});
