import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { signInAtTerminal } from '../../../packages/plid-kits/command/sign-in-at-terminal.ts';
import type { Result } from '../../../packages/plid-kits/conformance/index.ts';
import { failuresOf, tryAgainstSpecification } from '../../support/fixtures/conformance.ts';
import { kitsCommand } from '../../support/world/command.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';
import { serveChanged } from '../support/changed-service.ts';
import type { Change } from '../support/wrong-services.ts';

const sandbox = useSandbox();
afterEach(() => sandbox.faults.clear());

test('this service passes every case of the specification', async () => {
  const report = await tryAgainstSpecification(sandbox);
  expect(failuresOf(report)).toEqual([]);
  expect(report.skipped).toBe(0);
  expect(report.passed).toBeGreaterThan(50);
});

/** `plid-kits conformance` of the package, without a terminal. */
const run = (words: string[], env: Record<string, string> = {}) =>
  kitsCommand(['conformance', ...words], { env });

const withAddress = (url: string) => [
  '--url',
  url,
  '--client-id',
  'a',
  '--redirect-uri',
  'http://localhost/',
];
const given = () => {
  const { client_id, redirect_uris } = sandbox.application;
  return ['--url', sandbox.url, '--client-id', client_id, '--redirect-uri', redirect_uris[0] ?? ''];
};
const secret = () => ({ PLID_CLIENT_SECRET: sandbox.application.client_secret });

/** A command that signs in at the sandbox, as a command that drives a browser would. */
function signInCommand(): string {
  const program = path.join(mkdtempSync(path.join(testFolder(), 'sign-in-')), 'sign-in.mjs');
  writeFileSync(
    program,
    `const { response_type, ...asked } = Object.fromEntries(new URL(process.argv[2]).searchParams);
     const answer = await fetch('${sandbox.url}/sandbox/sign-in', {
       method: 'POST',
       headers: { 'Content-Type': 'application/json' },
       body: JSON.stringify({ ...asked, phoneNo: '01000000002' }),
     });
     console.log('signed in');
     console.log((await answer.json()).location);`,
  );
  return `'${process.execPath}' '${program}'`;
}

const withToken =
  (change: (token: object) => Response): Change =>
  async (url, init, next) => {
    const answer = await next(url, init);
    if (url.pathname !== '/oauth2/token' || !answer.ok) return answer;
    return change((await answer.json()) as object);
  };
const addScope = withToken((token) => Response.json({ ...token, scope: 'all' }));
/** A token of the service's own form in a wrong answer, so that the report names the answer. */
const anotherToken = (access_token: string) =>
  withToken((token) => Response.json({ ...token, access_token }, { status: 201 }));

describe('plid-kits conformance', () => {
  test('tests a sandbox with its own applications, and exits with 0', async () => {
    const { code, stdout: output, stderr: errors } = await run(['--sandbox', '--url', sandbox.url]);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^§4\.2 Token: \d+ passed$/m);
    expect(output).toMatch(/^\d+ passed, 0 failed, 0 skipped$/m);
  });

  test('skips and names cases that need a sign-in if no user can sign in; --strict fails', async () => {
    const { code, stdout: output } = await run([...given(), '--json'], secret());
    const report = JSON.parse(output);
    expect([code, report.failed]).toEqual([0, 0]);
    expect(report.passed).toBeGreaterThan(15);
    expect(report.results).toContainEqual({
      section: '2.3',
      statement: 'token_type is bearer, in lower case',
      outcome: 'skipped',
      reason: 'needs a user who signs in (use --sandbox, --sign-in, or a terminal)',
    });
    const strict = await run([...given(), '--strict'], secret());
    const exempt = report.results.filter(({ section }: Result) => section.endsWith(' OP'));
    expect(strict.code).toBe(1);
    expect(strict.stderr).toBe(
      `${report.skipped - exempt.length} of ${report.results.length} cases were skipped, which --strict does not allow.\n`,
    );
  });

  test('fails if every case was skipped', async () => {
    const { code, stderr: errors } = await run([...given(), '--section', '2.3'], secret());
    expect(code).toBe(1);
    expect(errors).toMatch(/^Nothing was tested: every case was skipped\. /);
  });

  test('reports additional fields of a success; --strict fails', async () => {
    const url = await serveChanged(sandbox, addScope);
    const words = ['--url', url, ...given().slice(2), '--sign-in', signInCommand(), '--section', '2.3'];
    const lenient = await run(words, secret());
    expect([lenient.code, lenient.stderr]).toEqual([0, '']);
    expect(lenient.stdout).toContain('also contains scope, which is allowed');
    const strict = await run([...words, '--strict'], secret());
    expect(strict.code).toBe(1);
    expect(strict.stderr).toContain("fields that the specification doesn't define");
  });

  test.each(['short-token', 't7', 'eyJ.a-longer-token-of-forty-characters.abc'])(
    'prints no token of a run, however short: %s',
    async (token) => {
      const url = await serveChanged(sandbox, anotherToken(token));
      const words = [
        '--url',
        url,
        ...given().slice(2),
        '--sign-in',
        signInCommand(),
        '--section',
        '2.3',
        '--section',
        '2.4',
      ];
      const { code, stdout: output } = await run(words, secret());
      expect(code).toBe(1);
      expect(output).toContain('"access_token":"…"');
      for (const value of [token, sandbox.application.client_secret]) expect(output).not.toContain(value);
    },
  );

  test("lets a command sign in, and skips automatic login, which it can't choose", async () => {
    const words = [...given(), '--sign-in', signInCommand(), '--section', '2.1', '--strict'];
    const { code, stdout: output } = await run(words, secret());
    expect(code, 'also with --strict, which another service could not meet otherwise').toBe(0);
    expect(output).toMatch(/^5 passed, 0 failed, 3 skipped$/m);
    expect(output).toContain('needs a browser with readable cookies (use --sandbox)');
  });

  test('prints expected and received values without a token or secret, and exits with 1', async () => {
    await sandbox.faults.set([{ endpoint: '/v1/user/me', kind: 'html', count: 100 }]);
    const { code, stdout: output } = await run(['--sandbox', '--url', sandbox.url, '--section', '2.4']);
    expect(code).toBe(1);
    expect(output).toContain('✗ the response contains code 0000, error, message, and user');
    expect(output).toMatch(/expected {2}status 200\n +received {2}status 502 <!doctype html>/);
    expect(output).not.toContain(sandbox.application.client_secret);
  });

  test('fails the cases that need a sign-in if the command completes no sign-in', async () => {
    const { code, stdout: output } = await run(
      [...given(), '--sign-in', 'false', '--section', '2.3'],
      secret(),
    );
    expect(code).toBe(1);
    expect(output).toContain('expected  a callback from false');
  });

  test.each([
    [
      ['--url', 'http://localhost:1'],
      'Set --url, --client-id, and --redirect-uri, and set PLID_CLIENT_SECRET',
    ],
    [[], 'Set --url, --client-id, and --redirect-uri, and set PLID_CLIENT_SECRET'],
    [['--client-secret', 'x'], "Unknown option '--client-secret'. See: plid-kits conformance --help"],
    [['--sandbox', '--other-client-id', 'a'], '--other-client-id needs PLID_OTHER_CLIENT_SECRET'],
    [['--sandbox', '--openid-client-id', 'a'], '--openid-client-id needs PLID_OPENID_CLIENT_SECRET'],
    [['--prot'], "Unknown option '--prot'. See: plid-kits conformance --help"],
    [['--sandbox', '--timeout', 'x'], '--timeout needs a number of seconds, not: x.'],
    [['--section', '9.9'], '--section 9.9 has no cases. Valid values: 1, 2.1, '],
    [withAddress('http://localhost:1'), 'No response from http://localhost:1 ('],
    [['--sandbox', '--url', 'http://localhost:1'], 'No sandbox responds at http://localhost:1'],
  ])('rejects %j with one line that says what to do', async (words, message) => {
    const withSecret = words.includes('--redirect-uri') ? { PLID_CLIENT_SECRET: 'b' } : {};
    const { code, stderr: errors } = await run(words, withSecret);
    expect([code, errors.trim().split('\n').length]).toEqual([code, 1]);
    expect(code, 'wrong use ends with 2').toBe(/No response|No sandbox/.test(message) ? 1 : 2);
    expect(errors).toContain(message);
  });

  test('reports rejected client credentials before any case', async () => {
    const {
      code,
      stdout: output,
      stderr: errors,
    } = await run([...given(), '--sandbox'], { PLID_CLIENT_SECRET: 'wrong' });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain('rejected this client ID or secret');
  });

  test('prints its help', async () => {
    expect((await run(['--help'])).stdout).toContain('--sign-in <command>');
  });
});

test('a developer at a terminal gets the URL, and pastes the callback', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const signedIn = signInAtTerminal(
    input,
    output,
  )({ address: 'https://login.example.com/oauth2/authorize?a=b' });
  input.write(' https://shop.example.com/callback?code=c&state=s \n');
  expect(await signedIn).toEqual({ callback: 'https://shop.example.com/callback?code=c&state=s' });
  expect(String(output.read())).toContain('https://login.example.com/oauth2/authorize?a=b');
});
