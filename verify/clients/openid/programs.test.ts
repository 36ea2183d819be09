import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { leaveApp } from '../../../test/support/fixtures/phones.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { browserOf, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { debianFile, debianPackages, hasDebian, withoutDebian } from '../debian-packages.ts';
import { apachePackages, because, ended, environment } from './program-process.ts';

/** Relying parties that aren't npm packages, as installed on this machine. */

const programs = path.join(import.meta.dirname, 'programs');
const goSources = '/usr/share/gocode';
const answers = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;
const hasGo = existsSync(`${goSources}/src/github.com/coreos/go-oidc`) && answers('go', 'version');
const hasRuby = answers('ruby', '-e', "require 'omniauth_openid_connect'; require 'rack/handler/webrick'");

/** The limit for starting and compiling on a busy machine, in milliseconds. */
const patience = 120_000;

/** Node’s `fetch` says of each request that a script makes it, and Apache leads no script to a sign-in. */
const getAsBrowser = (request: Request) =>
  new Promise<Response>((resolve, reject) => {
    const headers = {
      ...Object.fromEntries(request.headers),
      'sec-fetch-mode': 'navigate',
      accept: 'text/html',
    };
    const asking = get(request.url, { headers }, async (answer) => {
      const given = new Headers();
      for (const [name, value] of Object.entries(answer.headersDistinct))
        for (const line of value ?? []) given.append(name, line);
      resolve(new Response(await text(answer), { status: answer.statusCode ?? 0, headers: given }));
    });
    asking.on('error', reject);
  });

describe('a user can sign in with an unmodified relying party:', () => {
  const world = useClientWorld();
  const register = (redirect_uri: string, fields: object = {}) =>
    registerClient(world, redirect_uri, { openid: 'RS256', ...fields });

  const apache = `Apache’s mod_auth_openidc, through sign-out and a user who leaves${withoutDebian}`;
  test.skipIf(!hasDebian)(apache, { timeout: patience }, async () => {
    const debian = debianPackages(apachePackages);
    // Apache may be installed here without the module, which is then unpacked elsewhere.
    const moduleFile = (name: string) => debianFile(debian, `/usr/lib/apache2/modules/${name}.so`);
    const [modules, openidc] = [path.dirname(moduleFile('mod_mpm_event')), moduleFile('mod_auth_openidc')];
    // Apache serves nothing as root, and another user does not reach the folder of the tests.
    const [folder, port] = [mkdtempSync(path.join(tmpdir(), 'plid-apache-')), await freePort()];
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const callback = `http://localhost:${port}/callback`;
    const signedOut = `http://localhost:${port}/signed-out.html`;
    const settings = await register(callback, {
      openid_logout: `${callback}?logout=backchannel`,
      post_logout_redirect_uris: [signedOut],
    });
    mkdirSync(path.join(folder, 'pages'), { mode: 0o755 });
    writeFileSync(path.join(folder, 'pages', 'index.html'), 'the page');
    writeFileSync(path.join(folder, 'pages', 'signed-out.html'), 'Signed out.');
    const user = process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : '';
    const values = {
      ...settings,
      folder,
      modules,
      openidc,
      user,
      port: String(port),
      scope: 'openid profile phone',
    };
    const configuration = readFileSync(path.join(programs, 'apache.conf'), 'utf8');
    const file = path.join(folder, 'apache.conf');
    writeFileSync(
      file,
      configuration.replaceAll(/(?<!%)\{(\w+)\}/g, (_, name) => values[name as keyof typeof values]),
    );
    const env = { ...process.env, ...debian };
    ended(spawn('apache2', ['-f', file, '-DFOREGROUND'], { env, stdio: 'inherit' }));
    const page = `http://localhost:${port}/index.html`;
    await expect
      .poll(() =>
        fetch(page, { redirect: 'manual' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const browser = browserOf(world, { application: getAsBrowser });
    const { person, end } = await signIn(world, browser, page);
    expect([end.status, end.text], end.url.href).toEqual([200, 'the page']);
    const [sub, number, birthdate] = end.headers.get('Told')?.split('|') ?? [];
    expect(sub).toMatch(/^[0-9a-f-]{36}/);
    expect([number, birthdate]).toEqual([`+82${person.phoneNo.slice(1)}`, '1995-03-15']);
    expect((await browser.get(page)).text).toBe('the page');
    await leaveApp(world, person.phoneNo);
    await world.settled();
    await expect.poll(async () => (await browser.get(page)).url.pathname).toBe('/oauth2/authorize');
    expect((await signIn(world, browser, page)).end.text).toBe('the page');
    const out = await browser.get(`${callback}?${new URLSearchParams({ logout: signedOut })}`);
    expect([out.url.href, out.text]).toEqual([signedOut, 'Signed out.']);
    expect((await browser.get(page)).url.pathname).toBe('/oauth2/authorize');
  });

  const go = `go-oidc${because(hasGo, 'golang-go golang-github-coreos-go-oidc-dev golang-golang-x-oauth2-dev')}`;
  test.skipIf(!hasGo)(go, { timeout: patience }, async () => {
    const settings = await register('http://localhost:3000/callback');
    const compiled = path.join(mkdtempSync(path.join(testFolder(), 'go-')), 'relying-party');
    // Debian's own sources: no module is fetched.
    const env = environment(settings, { GO111MODULE: 'off', GOPATH: goSources, GOFLAGS: '' });
    const built = spawnSync('go', ['build', '-o', compiled, path.join(programs, 'relying-party.go')], {
      env,
    });
    expect(built.status, String(built.stderr)).toBe(0);
    const child = spawn(compiled, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    ended(child);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const browser = browserOf(world, { application: async () => new Response() });
    const { person, end } = await signIn(world, browser, await nextLine());
    child.stdin.write(`${end.url.searchParams.get('code')}\n`);
    const claims = JSON.parse(await nextLine());
    expect(claims).toMatchObject({
      ...{ name: person.name, phone_number: `+82${person.phoneNo.slice(1)}`, nonce: 'a nonce' },
      ...{ sub: claims['of id_token'], birthdate: '1995-03-15' },
    });
  });

  const ruby = `omniauth_openid_connect${because(hasRuby, 'ruby-omniauth-openid-connect ruby-webrick')}`;
  test.skipIf(!hasRuby)(ruby, { timeout: patience }, async () => {
    const port = await freePort();
    const settings = await register(`http://localhost:${port}/auth/openid_connect/callback`);
    const env = environment(settings, { PORT: String(port) });
    const child = spawn('ruby', [path.join(programs, 'omniauth.rb')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    ended(child);
    await once(child.stdout, 'data');
    const start = `http://localhost:${port}/auth/openid_connect`;
    const { person, end } = await signIn(world, browserOf(world), start);
    expect(JSON.parse(end.text), end.url.href).toEqual({
      ...{ uid: expect.stringMatching(/^[0-9a-f-]{36}$/), name: person.name },
      phone: `+82${person.phoneNo.slice(1)}`,
    });
  });
});
