import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { codeOf } from '../../test/support/fixtures/sign-in.ts';
import { accessTokenFor, basic, jsonOf, requestUser } from '../../test/support/requests/service-requests.ts';
import { applications, publishedLocalSecrets } from '../../test/support/world/test-settings.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { browserOf, registerClient, signIn, useClientWorld } from '../clients/client-world.ts';

const { shop } = applications;
const sample = path.join(root, 'docs/examples/spring-boot');
const sources = globSync('src/main/java/**/*.java', { cwd: sample }).map((file) => path.join(sample, file));
const own = path.join(root, 'verify/examples/spring-boot');
/** The files that need no package of Spring. */
const plain = ['Fields.java', 'LoginService.java'].map(
  (name) => sources.find((file) => path.basename(file) === name) ?? name,
);
const run = promisify(execFile);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const world = useClientWorld();

test("the example's Fields.java is that of docs/clients", () => {
  const fields = readFileSync(path.join(root, 'docs/clients/fields/Fields.java'), 'utf8');
  expect(readFileSync(plain[0] ?? '', 'utf8')).toBe(`package com.example.shop;\n\n${fields}`);
});

test("the page's files are those of the example", () => {
  const blocks = codeBlocksOf('docs/client/spring-boot.md').filter(({ language }) => language !== '');
  const pasted = blocks.map(({ heading, text }) => [heading.replaceAll('`', ''), `${text}\n`]);
  const files = globSync(['pom.xml', 'src/**/*.*'], { cwd: sample }).filter(
    (file) => path.basename(file) !== 'Fields.java',
  );
  const stored = files.map((file) => [file, readFileSync(path.join(sample, file), 'utf8')]);
  expect(Object.fromEntries(pasted)).toEqual(Object.fromEntries(stored));
  expect(blocks).toHaveLength(files.length);
});

test("the example's settings are those of the demo shop, with the paths of the specification", async () => {
  const settings = readFileSync(path.join(sample, 'src/main/resources/application.yml'), 'utf8');
  const defaults = settings.replace(/\$\{([\w.]+)(?::([^}]*))?\}/g, (_, name: string, byDefault?: string) =>
    name === 'plid.service' ? world.address : (byDefault ?? ''),
  );
  const { registration, provider } = parse(defaults)['spring.security.oauth2.client'];
  const { 'client-id': client_id, 'client-secret': client_secret } = registration.plid;
  expect([client_id, client_secret]).toEqual([shop.client_id, publishedLocalSecrets.CLIENT_SECRET]);
  const addresses = provider.plid;
  const redirect_uri = 'http://localhost:8080/login/oauth2/code/plid';
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 's' });
  expect((await world.fetch(`${addresses['authorization-uri']}?${query}`)).status).toBe(200);
  const token = await world.fetch(addresses['token-uri'], {
    method: 'POST',
    // The demo shop has another secret in the worlds of tests.
    headers: { Authorization: basic(shop), ...form },
    body: 'grant_type=authorization_code&code=unknown',
  });
  // The credentials are right: only the code is refused.
  expect([token.status, (await jsonOf(token)).error]).toEqual([500, 'server_error']);
  expect((await world.fetch(addresses['user-info-uri'])).status).toBe(401);
});

const hasJdk = spawnSync('javac', ['-version']).status === 0;
describe.skipIf(!hasJdk)(
  'the example with a JDK (skipped without javac: apt-get install default-jdk-headless)',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plid-spring-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    test('has valid syntax', async () => {
      expect(sources).toHaveLength(5);
      await run('java', [path.join(own, 'ParseOnly.java'), ...sources]);
    });

    test('reads and disconnects a user with the files that need only the JDK', async () => {
      await run('javac', [
        '-Xlint:all',
        '-Werror',
        '-d',
        folder,
        ...plain,
        path.join(own, 'com/example/shop/Check.java'),
      ]);
      const settings = await registerClient(world, 'http://localhost:8080/login/oauth2/code/plid');
      const { client_id, client_secret, redirect_uri } = settings;
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 's' });
      const start = `${world.address}/oauth2/authorize?${query}`;
      const { person, end } = await signIn(
        world,
        browserOf(world, { stopAt: new URL(redirect_uri).pathname }),
        start,
      );
      const token = await accessTokenFor(world, { code: codeOf(end) }, settings);
      const { user = {} } = await jsonOf(await requestUser(world, token));
      const words = ['-cp', folder, 'com.example.shop.Check', world.address, client_id, client_secret];
      const checking = run('java', words);
      checking.child.stdin?.end(
        Object.entries(user)
          .map((field) => `${field.join('\t')}\n`)
          .join(''),
      );
      expect((await checking).stdout).toBe(`${person.name}\ndisconnected\n`);
      const gone = await requestUser(world, token);
      expect(gone.status).toBe(401);
    });
  },
);
