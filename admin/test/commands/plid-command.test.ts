import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { grantSignIn } from '../../../test/support/fixtures/grants.ts';
import { consentTerms, type ShownApplication } from '../../../test/support/requests/operator-requests.ts';
import { accessTokenFor } from '../../../test/support/requests/service-requests.ts';
import { plid as runPlid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { operatorName, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
let directory: string;

beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
  directory = mkdtempSync(path.join(tmpdir(), 'plid-command-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await proxy.close();
});

const plid = (words: string[], { url = proxy.url, token = serviceSecrets.ADMIN_TOKEN } = {}) =>
  runPlid(['applications', ...words, '--url', url], {
    cwd: directory,
    env: { PLID_ADMIN_TOKEN: token },
  });

async function json<Shape = ShownApplication>(...words: string[]): Promise<Shape> {
  const { code, stdout, stderr } = await plid([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const stated = [
  ...['--recipient', consentTerms.recipient, '--purpose', consentTerms.purpose],
  ...['--retention', consentTerms.retention, '--privacy-url', consentTerms.privacy_url],
];
const described = [
  ...stated,
  '--name',
  '책방',
  '--redirect-uri',
  'https://books.example.com/cb',
  '--attributes',
  'name,ci',
  '--same-name',
];
const create = () => json('create', ...described);

test('--json is accepted before the command', async () => {
  const { code, stdout } = await runPlid(['--json', 'applications', 'list', '--url', proxy.url], {
    cwd: directory,
    env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
  });
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['applications']]);
});

describe('plid applications with --json', () => {
  test('create registers an application that can sign users in', async () => {
    const created = await create();
    expect(created).toMatchObject({
      client_id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: '책방',
      redirect_uris: ['https://books.example.com/cb'],
      attributes: ['ci', 'name'],
      reads: 'many',
      success: 'success',
    });
    const { client_id, client_secret = '' } = created;
    const granted = await grantSignIn(world, { client_id });
    expect(await accessTokenFor(world, granted, { client_id, client_secret })).toBeTruthy();
  });

  test('show and list print it without its secret', async () => {
    const { client_secret: _, ...created } = await create();
    expect(await json('show', created.client_id)).toEqual(created);
    const { applications } = await json<{ applications: ShownApplication[] }>('list');
    expect(applications).toContainEqual(created);
    expect(applications.map(({ name }) => name)).toContain('Demo Shop');
  });

  test('update changes the given fields and no others', async () => {
    const { client_secret: _, ...created } = await create();
    const addresses = ['https://books.example.com/a', 'https://books.example.com/b'];
    const updated = await json(
      'update',
      created.client_id,
      '--reads',
      'once',
      '--redirect-uri',
      ...addresses,
    );
    expect(updated).toEqual({ ...created, reads: 'once', redirect_uris: addresses, version: 2 });
  });

  test("update turns pop-ups on and off, and keeps the setting if it isn't given", async () => {
    const { client_id, popup } = await create();
    expect(popup).toBe(false);
    for (const [words, expected] of [
      [['--popup'], true],
      [['--reads', 'once'], true],
      [['--no-popup'], false],
    ] as const)
      expect(await json('update', client_id, ...words)).toMatchObject({ popup: expected });
  });

  test.each([
    ['\n', true, 'required'],
    ['n\n', false, 'optional'],
  ])('create asks at a terminal about recommended options, and accepts %j', async (typed, iss, pkce) => {
    const { stdout, stderr } = await runPlid(['applications', 'create', ...described, '--url', proxy.url], {
      typed,
      env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
    });
    expect(stripVTControlCharacters(stderr)).toContain(
      'Register it with --iss --pkce required, as recommended? [Y/n] ',
    );
    expect(stdout).toContain(`Recommended options for applications update: ${iss ? '--par' : '--iss'}`);
    const client_id = /client_id +(\w{20})/.exec(stdout)?.[1] ?? '';
    expect(await json('show', client_id)).toMatchObject({ iss, pkce, par: 'optional' });
  });

  test('create asks nothing without a terminal, or about given options', async () => {
    for (const par of ['required', 'once']) {
      const given = ['--iss', '--pkce', 'required', '--par', par];
      const { stdout } = await plid(['create', ...described, ...given]);
      expect(stdout).not.toContain('Recommended');
    }
    expect((await plid(['create', ...described])).stdout).toContain(
      'Recommended options for applications update: --iss',
    );
  });

  test('update removes all attributes after confirmation', async () => {
    const { client_id } = await create();
    const unmeant = await plid(['update', client_id, '--attributes', '']);
    expect(unmeant).toMatchObject({ code: 1, stdout: '' });
    expect(unmeant.stderr).toBe('책방 would no longer get ci,name. To confirm, add: --yes\n');
    expect((await json('show', client_id)).attributes).toEqual(['ci', 'name']);
    const updated = await json('update', client_id, '--attributes', '', '--yes');
    expect(updated.attributes).toEqual([]);
    expect(await json('update', client_id, '--attributes', '')).toMatchObject({ attributes: [] });
  });

  test('update and delete with --if-version reject an outdated version', async () => {
    const { client_id } = await create();
    await json('update', client_id, '--reads', 'once', '--if-version', '1');
    for (const words of [
      ['update', client_id, '--reads', 'many'],
      ['delete', client_id, '--yes'],
    ]) {
      const { code, stderr } = await plid([...words, '--if-version', '1']);
      expect([code, stderr]).toEqual([
        1,
        'Version 1 is outdated because another operator has changed the application. View the current version with: applications show\n',
      ]);
    }
    expect(await json('delete', client_id, '--yes', '--if-version', '2')).toEqual({ client_id });
  });

  test('rotate, then retire, leaves only the new secret', async () => {
    const { client_id, secrets } = await create();
    const rotated = await json('rotate', client_id);
    expect(rotated.client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated.secrets).toHaveLength(2);
    const retired = await json('retire', client_id, secrets[0]?.id ?? '');
    expect(retired.secrets).toEqual(rotated.secrets.slice(0, 1));
  });

  test('history lists every change with its token, latest first', async () => {
    const { client_id } = await create();
    await json('update', client_id, '--reads', 'once');
    await json('delete', client_id, '--yes');
    const { history } = await json<{ history: object[] }>('history', client_id);
    expect(history).toMatchObject([
      { version: 3, action: 'deleted', token: operatorName },
      { version: 2, action: 'updated', token: operatorName, fields: ['reads'] },
      { version: 1, action: 'registered', token: operatorName },
    ]);
    const [header, , second, third = ''] = (await plid(['history', client_id])).stdout.split('\n');
    expect(header).toMatch(/^VERSION +WHEN +TOKEN +CHANGE +FIELDS$/);
    expect(second).toMatch(/^2 +\d{4}-\d\d-\d\d \d\d:\d\d UTC +kim +updated +reads$/);
    expect(third).toMatch(/^1 .* registered +\w+(?:, \w+){5} and \d+ more$/);
    expect((await plid(['history', 'nobody00000000000000'])).stderr).toMatch(/has no such application/);
  });

  test('delete removes an application after confirmation', async () => {
    const { client_id } = await create();
    const unmeant = await plid(['delete', client_id]);
    expect(unmeant).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--yes') });
    expect(await json('delete', client_id, '--yes')).toEqual({ client_id });
    expect((await plid(['show', client_id])).stderr).toMatch(/has no such application/);
  });

  test('reseal re-encrypts the secrets of all applications', async () => {
    const { applications } = await json<{ applications: ShownApplication[] }>('list');
    expect(await json('reseal')).toEqual({ resealed: applications.length });
  });
});

describe('plid applications at a terminal', () => {
  test('create prints the secret, and that it is shown only once', async () => {
    const { stdout } = await plid(['create', ...described]);
    expect(stdout).toMatch(
      /^client_id {6}[A-Za-z0-9]{20}\nclient_secret {2}[0-9a-f]{64}\n\nThe secret is shown only once/,
    );
    expect(stdout).toMatch(/\nattributes +ci,name\noptional +-\n(?:.*\n)*reads +many\nsuccess +success\n/);
  });

  test('show prints the consent texts and the missing fields', async () => {
    const { client_id } = await create();
    await plid(['update', client_id, '--purpose-en', 'Delivery', '--optional', 'name']);
    const { stdout } = await plid(['show', client_id]);
    expect(stdout).toMatch(
      /\nrecipient +주식회사 책방\npurpose +회원 식별과 주문 배송\n(?:.*\n)+optional +name\n/,
    );
    expect(stdout).toMatch(/\npurpose_en +Delivery\n/);
  });

  test('list prints a table', async () => {
    const { stdout } = await plid(['list']);
    expect(stdout).toMatch(/^CLIENT ID +CREATED +SECRETS +READS +ATTRIBUTES +NAME\n/);
    expect(stdout).toMatch(/^demoshop000000000001 .* {2}many {3}all +Demo Shop$/m);
    expect(stdout).toMatch(/^demobank000000000002 {2}\d{4}-\d\d-\d\d {2}1 +many {3}ci,name +Demo Bank$/m);
  });

  test('rotate prints the next step', async () => {
    const { client_id, secrets } = await create();
    const { stdout } = await plid(['rotate', client_id]);
    expect(stdout).toContain(`applications retire ${client_id} ${secrets[0]?.id}`);
    const again = await plid(['rotate', client_id]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(
      /^This application already has two valid secrets\. Retire the older one first\.\n$/,
    );
  });

  test('--help lists the commands', async () => {
    const { stdout } = await plid(['--help']);
    for (const command of ['list', 'create', 'show', 'update', 'rotate', 'retire', 'delete', 'reseal']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
  });
});

test('plid-admin --version prints the version of the project', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/plid/package.json'), 'utf8'));
  const { stdout } = await promisify(execFile)(process.execPath, ['admin/bin/plid-admin.ts', '--version'], {
    cwd: root,
  });
  expect(stdout).toBe(`${version}\n`);
});

const expectFailure = async (run: ReturnType<typeof plid>, message: RegExp, expected = 1) => {
  const { code, stdout, stderr } = await run;
  expect([code, stdout]).toEqual([expected, '']);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
};

test('errors are JSON with --json', async () => {
  for (const [words, code, told] of [
    [['show', 'nobody00000000000000', '--json'], 1, 'no such application'],
    [['shwo', '--json'], 2, 'Did you mean show'],
  ] as const) {
    const ended = await plid([...words]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(JSON.parse(ended.stderr)).toEqual({ error: expect.stringContaining(told) });
  }
});

describe('plid applications create --for', () => {
  const place = described.indexOf('--redirect-uri');
  const withoutCallback = described.toSpliced(place, 2);
  const at = 'https://sso.example.com/realms/main';
  const pasted = async (...words: string[]) => {
    const { code, stdout, stderr } = await plid(['create', ...withoutCallback, ...words]);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  test('registers keycloak with its callback and OpenID Connect, and prints what to paste', async () => {
    const stdout = await pasted('--for', 'keycloak', '--at', `${at}/`, '--attributes', 'name,phoneNo');
    const [, client_id = '', secret = ''] = /^client_id +(\S+)\nclient_secret +(\S+)\n/.exec(stdout) ?? [];
    expect(stdout).toMatch(/\nopenid +RS256\n/);
    expect(stdout).toContain(`${at}/broker/plid/endpoint\n`);
    expect(stdout).toContain(`${at}/protocol/openid-connect/logout/backchannel-logout\n`);
    expect(stdout).toContain(`${at}/broker/plid/endpoint/logout_response\n`);
    expect(stdout).toMatch(
      new RegExp(
        `Paste into keycloak .*\n\nAlias {18}plid\nDiscovery endpoint {5}${world.service}/\\.well-known/openid-configuration\n.*\n` +
          `Client ID {14}${client_id}\nClient Secret {10}${secret}\nScopes {17}openid profile phone\n`,
      ),
    );
    expect(stdout).not.toContain('Recommended');
  });

  test.each([
    ['auth0', 'https://x.eu.auth0.com', 'https://x.eu.auth0.com/login/callback'],
    ['cognito', 'https://x.amazoncognito.com', 'https://x.amazoncognito.com/oauth2/idpresponse'],
    ['supabase', 'https://x.supabase.co', 'https://x.supabase.co/auth/v1/callback'],
    ['firebase', 'https://x.firebaseapp.com', 'https://x.firebaseapp.com/__/auth/handler'],
    ['cloudflare-access', 'https://x.example.com', 'https://x.example.com/cdn-cgi/access/callback'],
    ['ory', 'https://x.example.com', 'https://x.example.com/self-service/methods/oidc/callback/plid'],
    ['oauth2-proxy', 'https://x.example.com', 'https://x.example.com/oauth2/callback'],
  ])('derives the callback of %s', async (product, address, callback) => {
    const stdout = await pasted('--for', product, '--at', address);
    expect(stdout.replaceAll(/ +/g, ' ')).toContain(`\nredirect_uris ${callback}\n`);
    expect(stdout).toMatch(new RegExp(`Paste into ${product} \\((?:.*\n)*.*${world.service}`));
  });

  test.each([
    [['keycloak'], 'required', 'no'],
    [['keycloak', '--no-pkce'], 'optional', 'no'],
    [['keycloak', '--pkce', 'optional'], 'optional', 'no'],
    [['keycloak', '--id-token-claims'], 'required', 'yes'],
    [['ory'], 'required', 'no'],
    [['cognito'], 'optional', 'no'],
    [['cognito', '--pkce', 'required'], 'required', 'no'],
    [['auth0'], 'required', 'yes'],
    [['supabase'], 'required', 'yes'],
    [['cloudflare-access'], 'required', 'yes'],
    [['firebase'], 'optional', 'yes'],
    [['firebase', '--no-id-token-claims'], 'optional', 'no'],
  ])('registers %j with pkce: %s and id_token_claims: %s', async (words, pkce, claims) => {
    const stdout = await pasted('--for', ...words, '--at', at);
    expect(stdout).toMatch(new RegExp(`\npkce +${pkce}\n`));
    expect(stdout).toMatch(new RegExp(`\nid_token_claims +${claims}\n`));
  });

  test('requires PKCE for a relying party without --for, and for no other application', async () => {
    expect(await json('create', ...described, '--openid', 'ES256')).toMatchObject({ pkce: 'required' });
    const without = await json('create', ...described, '--openid', 'ES256', '--no-pkce');
    expect(without).toMatchObject({ pkce: 'optional', id_token_claims: false });
    expect(await create()).toMatchObject({ pkce: 'optional' });
  });

  test('requires confirmation for a loopback address', async () => {
    const local = described.with(place + 1, 'http://localhost:3000/cb');
    await expectFailure(plid(['create', ...local]), /on the caller’s own machine.*--allow-loopback/s);
    const { redirect_uris } = await json('create', ...local, '--allow-loopback');
    expect(redirect_uris).toEqual(['http://localhost:3000/cb']);
  });

  test.each(['logto', 'workos'])('takes the callback that %s displays', async (product) => {
    const shown = `https://${product}.example.com/callback/1`;
    expect(await pasted('--for', product, '--redirect-uri', shown)).toContain(`Paste into ${product} (`);
    await expectFailure(
      plid(['create', ...withoutCallback, '--for', product]),
      /^The callback address is missing. Add --redirect-uri with the callback address\n$/,
    );
    await expectFailure(
      plid(['create', ...withoutCallback, '--for', product, '--at', at]),
      /^--at needs --for, which must name a product with a known callback address\.\n$/,
    );
  });

  test('requests an email scope only for a product that needs it', async () => {
    const scopes = async (product: string) =>
      /\n(?:Scopes|--scope) +(.*)\n/.exec(await pasted('--for', product, '--at', at))?.[1];
    expect(await scopes('cloudflare-access')).toBe('openid profile email');
    expect(await scopes('oauth2-proxy')).toBe('openid profile');
  });

  test('reports a missing address, and a useless --at', async () => {
    await expectFailure(
      plid(['create', ...withoutCallback, '--for', 'keycloak']),
      /^The callback address is missing. Add --at with the address of keycloak, such as https:/,
    );
    await expectFailure(plid(['create', ...described, '--at', at]), /^--at needs --for/);
  });
});

describe('a failed plid applications command', () => {
  test("rejects a callback that can't be registered", () =>
    expectFailure(
      plid(['create', '--name', 'x', '--redirect-uri', 'http://books.example.com/cb']),
      /^The callback address http:\/\/books\.example\.com\/cb cannot be registered\./,
    ));

  test('rejects a name in use, and names the option that allows it', () =>
    expectFailure(
      plid(['create', '--name', 'demo shop', '--redirect-uri', 'https://books.example.com/cb', ...stated]),
      /^Another application \(demoshop000000000001\) .* Option: --same-name\n$/,
    ));

  test.each(['recipient', 'purpose', 'retention', 'privacy-url'])(
    'rejects a new application without --%s, and says what to write',
    async (option) => {
      const place = described.indexOf(`--${option}`);
      await expectFailure(
        plid(['create', ...described.toSpliced(place, 2)]),
        new RegExp(`^The required item .* is missing\\. Send .* Option: --${option}\\n$`),
      );
    },
  );

  test('rejects unknown attributes, options, and commands, and missing arguments', async () => {
    await expectFailure(
      plid(['create', ...described, '--attributes', 'shoe']),
      /Valid attributes: ci,phoneNo/,
      2,
    );
    await expectFailure(plid(['update', 'x', '--reads', 'twice']), /choices are many, once/, 2);
    await expectFailure(plid(['update', 'x', '--if-version', 'v1']), /whole number/, 2);
    await expectFailure(plid(['shwo']), /Did you mean show/, 2);
    await expectFailure(plid(['show']), /^Specify <client_id>\. See --help\.\n$/, 2);
    await expectFailure(plid(['create']), /required option '--name <text>' not specified/, 2);
    await expectFailure(plid(['update', 'demoshop000000000001']), /Specify at least one field to change/);
  });

  test('reports that no service responds', async () => {
    const local =
      /^No response from http:\/\/localhost:9\. To start the local service, run: npm start\. For another port, use --url\.\n$/;
    await expectFailure(plid(['list'], { url: 'http://localhost:9' }), local);
    await expectFailure(
      plid(['list'], { url: 'https://nowhere.invalid' }),
      /^https:\/\/nowhere\.invalid: the host does not resolve\. /,
    );
  });

  test('reports a timeout as such, without the advice to start a service', async () => {
    const timeout = new DOMException('The operation timed out.', 'TimeoutError');
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(timeout);
    onTestFinished(() => void vi.restoreAllMocks());
    const { code, stderr } = await plid(['list'], { url: 'http://localhost:9' });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^http:\/\/localhost:9: no response in time\. /),
    ]);
    expect(stderr).not.toContain('npm start');
  });

  test('reports a wrong token, and where it was found', () =>
    expectFailure(plid(['list'], { token: 'wrong' }), /rejected the token\. Check PLID_ADMIN_TOKEN\.\n$/));

  test('reports another server at the address', async () => {
    const other = await startProxy({ fetch: async () => new Response('<h1>It works!</h1>') });
    onTestFinished(() => other.close());
    await expectFailure(plid(['list'], { url: other.url }), /isn't a plid service \(status 200\)/);
  });

  test('rejects an address without https, and an invalid one', async () => {
    await expectFailure(
      plid(['list'], { url: 'http://login.example.com' }),
      /never sent unencrypted\. Use https for http:\/\/login\.example\.com\./,
    );
    await expectFailure(plid(['list'], { url: 'login' }), /^login isn't the URL of a service\./);
    await expectFailure(
      plid(['list'], { url: 'localhost:8803' }),
      /^localhost:8803 isn't the URL of a service\. Add the scheme: http:\/\/localhost:8803\n$/,
    );
    await expectFailure(
      plid(['list'], { url: 'ftp://login.example.com' }),
      /The URL must start with https:\/\//,
    );
  });
});

describe("the operator's token", () => {
  const settings = () => path.join(directory, '.dev.vars');

  test('of a local service is the public one, unless .dev.vars has another', async () => {
    writeFileSync(settings(), `ADMIN_TOKEN="${serviceSecrets.ADMIN_TOKEN}"\n`);
    expect((await plid(['list'], { token: '' })).code).toBe(0);
    writeFileSync(
      settings(),
      `ADMIN_TOKEN="kim:${serviceSecrets.ADMIN_TOKEN},lee:${'0123456789abcdef'.repeat(4)}"\n`,
    );
    expect((await plid(['list'], { token: '' })).code).toBe(0);
    writeFileSync(settings(), 'ADMIN_TOKEN=wrong\n');
    expect((await plid(['list'], { token: '' })).stderr).toMatch(/Check ADMIN_TOKEN in \.dev\.vars/);
    rmSync(settings());
    expect((await plid(['list'], { token: '' })).stderr).toMatch(
      /Check PLID_ADMIN_TOKEN. It isn't set, so the token of the local environment was sent/,
    );
  });

  test('of a deployed service is never read from .dev.vars', async () => {
    writeFileSync(settings(), `ADMIN_TOKEN=${serviceSecrets.ADMIN_TOKEN}\n`);
    const { stderr } = await plid(['list'], { url: 'https://login.example.com', token: '' });
    expect(stderr).toBe('Set PLID_ADMIN_TOKEN to the ADMIN_TOKEN of https://login.example.com.\n');
  });

  test('with an address is sent only there', async () => {
    const seen: string[] = [];
    const other = await startProxy({
      async fetch(url, init) {
        seen.push(JSON.stringify([String(url), init]));
        return new Response(null, { status: 405, headers: { Allow: 'POST' } });
      },
    });
    onTestFinished(() => other.close());
    const token = `${proxy.url}/=${serviceSecrets.ADMIN_TOKEN}`;
    expect((await plid(['list'], { token })).code).toBe(0);
    const refused = new RegExp(
      `^PLID_ADMIN_TOKEN belongs to ${proxy.url}, so it isn't sent to ${other.url}\\.\n$`,
    );
    await expectFailure(plid(['list'], { token, url: other.url }), refused);
    await expectFailure(plid(['list'], { token: `${proxy.url}=` }), /^PLID_ADMIN_TOKEN belongs to/);
    expect(seen).toEqual([]);
  });
});
