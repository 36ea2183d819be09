/** The place of the test of the sign-in, and its command. */
export interface SignInTest {
  /** The test's path in the project. */
  file: string;
  /** The configuration of wrangler, from the project's folder. */
  configuration: string;
  /** The script of package.json, and its command. */
  script: string;
  command: string;
}

/**
 * The test runs the Worker and the sandbox. It sets its own values, so that it needs no `.dev.vars`. Another test
 * runner, such as Vitest, takes neither the file's name nor its folder.
 */
export const signInTest = ({
  file,
  configuration,
}: Pick<
  SignInTest,
  'file' | 'configuration'
>): string => `// Signs a simulated user in and out. Node runs it: node --test ${file}
import assert from 'node:assert';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { startSandbox } from 'plid/sandbox';
import { createTestHarness } from 'wrangler';

const origin = 'http://localhost:3000';
const client_id = 'test0000000000000001';
const cookieOf = (response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

test('a user signs in with the phone and signs out', async (t) => {
  const applications = [{ client_id, name: 'Test', redirect_uris: [\`\${origin}/auth/callback\`] }];
  const sandbox = await startSandbox({ applications });
  t.after(() => sandbox.stop());
  const server = createTestHarness({
    workers: [
      {
        configPath: '${configuration}',
        vars: { SERVICE_URL: sandbox.url, CLIENT_ID: client_id },
        secrets: {
          KEYS: \`k1:\${randomBytes(32).toString('base64')}\`,
          CLIENT_SECRET: sandbox.application.client_secret,
        },
      },
    ],
  });
  t.after(() => server.close());
  await server.listen();
  // The Worker gets the request as if it served this origin.
  const send = (path, Cookie = '', init = {}) =>
    server.fetch(new URL(path, origin).href, { redirect: 'manual', headers: { Cookie, Origin: origin }, ...init });

  const login = await send('/auth/login');
  assert.ok(login.headers.has('Location'), await login.clone().text());
  const { location } = await sandbox.signInAt(login.headers.get('Location'), '01000000001');
  const Cookie = cookieOf(await send(location, cookieOf(login)));
  const session = await send('/auth/session', Cookie);
  assert.equal((await session.json()).user.name, '김하나');

  await send('/auth/logout', Cookie, { method: 'POST' });
  assert.equal((await send('/auth/session', Cookie)).status, 401);
});
`;
