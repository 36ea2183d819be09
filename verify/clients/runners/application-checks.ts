import assert from 'node:assert/strict';
import type { ApplicationOptions, ApplicationTest } from 'plid/sandbox/vitest';
import { meet } from './two-workers.ts';

/** The options of both runners. */
export const applicationOptions: ApplicationOptions = {
  command: 'node server-with-child.mjs',
  env: ({ sandbox, application, port, redirectUri }) => ({
    PORT: port,
    PLID_SERVICE: sandbox.url,
    PLID_CLIENT_ID: application.client_id,
    PLID_CLIENT_SECRET: application.client_secret,
    PLID_REDIRECT_URI: redirectUri,
  }),
  sandbox: { seed: 'seed.json' },
};

const cookieOf = ({ headers }: Response): string => headers.get('Set-Cookie')?.split(';')[0] ?? '';

/** Two workers have an application each: users sign in at both at the same time. */
export async function checkSeparateApplications({ sandbox, baseURL }: ApplicationTest): Promise<void> {
  const [first, second] = await meet('started', sandbox);
  assert.notEqual(first, second);
  assert.equal(sandbox.application.name, '내 가게');
  const started = await fetch(`${baseURL}/login`, { redirect: 'manual' });
  const { location } = await sandbox.signInAt(started.headers.get('Location') ?? '', '01012345678');
  assert.ok(location.startsWith(`${baseURL}/callback?`));
  const signedIn = await fetch(location, { redirect: 'manual', headers: { Cookie: cookieOf(started) } });
  const page = await fetch(baseURL, { headers: { Cookie: cookieOf(signedIn) } });
  assert.equal(await page.text(), 'Hello, 한소리');
  await meet('signed-in', sandbox);
}

/** The sandbox is reset before a test that uses only the application, which is still the same. */
export async function checkSameApplication({
  application,
  baseURL,
}: Omit<ApplicationTest, 'sandbox'>): Promise<void> {
  assert.equal(application.origin, baseURL);
  assert.equal(await (await fetch(baseURL)).text(), 'Hello, guest');
}
