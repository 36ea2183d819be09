import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUserRecord } from '../../packages/plid/fields/index.ts';
import { browserOf, recordOf, registerClient, signIn, useClientWorld } from './client-world.ts';

const contract = path.resolve(import.meta.dirname, '../../docs/openapi.yaml');
const modules = path.join(import.meta.dirname, 'node_modules');
const run = (program: string, ...parameters: string[]) =>
  execFileSync(path.join(modules, '.bin', program), parameters, { cwd: folder, encoding: 'utf8' });

/** The folder of the generated clients, next to the packages that they import. */
let folder: string;
beforeAll(() => {
  const cache = path.join(modules, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'generated-'));
  run('openapi-typescript', contract, '-o', 'contract.d.ts');
  run('openapi-ts', '-i', contract, '-o', 'sdk', '-c', '@hey-api/client-fetch');
  for (const [name, program] of Object.entries(programs)) writeFileSync(path.join(folder, name), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code of an application around a generated client: the three calls of §4.2 to §4.4. */
const programs = {
  'openapi-fetch.ts': `
import createClient from 'openapi-fetch';
import type { paths } from './contract.d.ts';

export function clientOf(service: string, basic: string) {
  const client = createClient<paths>({ baseUrl: service });
  const headers = { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' };
  return {
    async exchange(code: string) {
      const body = { grant_type: 'authorization_code', code } as const;
      const { data, error } = await client.POST('/oauth2/token', { headers, body });
      return data?.access_token ?? error?.error_description ?? '';
    },
    async user(token: string) {
      const { data, error } = await client.GET('/v1/user/me', { headers: { Authorization: \`Bearer \${token}\` } });
      return data?.user ?? error?.error_description;
    },
    async disconnect(plid: string) {
      const { data } = await client.POST('/v1/user/disconnect', { headers, body: { plid } });
      return data?.code;
    },
  };
}
`,
  'sdk-client.ts': `
import { createClient } from './sdk/client/index.ts';
import { disconnectUser, issueToken, readUser } from './sdk/sdk.gen.ts';

export function clientOf(service: string, basic: string) {
  const client = createClient({ baseUrl: service });
  const headers = { Authorization: basic };
  return {
    async exchange(code: string) {
      const body = { grant_type: 'authorization_code', code } as const;
      const { data, error } = await issueToken({ client, headers, body });
      return data?.access_token ?? error?.error_description ?? '';
    },
    async user(token: string) {
      const { data, error } = await readUser({ client, headers: { Authorization: \`Bearer \${token}\` } });
      return data?.user ?? error?.error_description;
    },
    async disconnect(plid: string) {
      const { data } = await disconnectUser({ client, headers, body: { plid } });
      return data?.code;
    },
  };
}
`,
};

interface GeneratedClient {
  exchange(code: string): Promise<string>;
  user(token: string): Promise<unknown>;
  disconnect(plid: string): Promise<string | undefined>;
}

const world = useClientWorld();

test('clients that are generated from docs/openapi.yaml compile', () => {
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext'];
  const resolution = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--types', 'node'];
  const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc');
  const files = Object.keys(programs);
  const parameters = ['--ignoreConfig', ...options, ...resolution, '--skipLibCheck', ...files];
  expect(spawnSync(tsc, parameters, { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
});

test.each(Object.keys(programs))(
  '%s exchanges a code, reads and disconnects the user, and reports errors',
  async (name) => {
    const callback = 'http://localhost:3000/callback';
    const { service, client_id, client_secret } = await registerClient(world, callback);
    const query = { response_type: 'code', client_id, redirect_uri: callback, state: 'the-state' };
    const browser = browserOf(world, { application: async () => new Response() });
    const start = `${service}/oauth2/authorize?${new URLSearchParams(query)}`;
    const { person, end } = await signIn(world, browser, start);

    const { clientOf } = (await import(path.join(folder, name))) as {
      clientOf(service: string, basic: string): GeneratedClient;
    };
    const client = clientOf(service, `Basic ${btoa(`${client_id}:${client_secret}`)}`);
    const code = end.url.searchParams.get('code') ?? '';
    const token = await client.exchange(code);
    const user = await readUserRecord(await client.user(token), client_secret);
    expect(user).toEqual(recordOf(person));
    expect(await client.exchange(code)).toBe(`Invalid authorization code: …${code.slice(-6)}`);
    expect(await client.user(token)).toBe(
      'Authentication failed. Check the token in the Authorization header.',
    );
    expect(await client.disconnect(user.plid)).toBe('0000');
    expect(await client.disconnect(user.plid)).toBeUndefined();
  },
);
