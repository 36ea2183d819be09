import { expect, test } from 'vitest';
import { signInAtSandbox } from '../../../packages/plid-kits/conformance/index.ts';
import { approvingPhoneNumber } from '../../../packages/plid-kits/conformance/sandbox-target.ts';
import { credentialsOf, failuresOf, tryAgainstSpecification } from '../../support/fixtures/conformance.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';
import { serveChanged } from '../support/changed-service.ts';
import { wrongProviders } from '../support/wrong-providers.ts';
import { wrongServices } from '../support/wrong-services.ts';

const sandbox = useSandbox();

const all = (credentials: Parameters<typeof wrongServices>[0]) => [
  ...wrongServices(credentials),
  ...wrongProviders,
];
const names = all({ clientId: '', clientSecret: '', redirectUri: '' }).map(({ wrong }) => wrong);

/** Faults of the redirect to the callback: their name, the case that finds them, and the change of the query; without one, of the path. */
const wrongCallbacks: [wrong: string, found: RegExp, change?: (query: URLSearchParams) => void][] = [
  [
    'changes state on its way back',
    /state is returned unchanged/,
    (query: URLSearchParams) => query.set('state', 'x'),
  ],
  [
    'calls the code something else',
    /a callback with a code/,
    (query: URLSearchParams) => query.delete('code'),
  ],
  [
    'names another issuer',
    /the callback contains an iss/,
    (query) => query.set('iss', 'https://evil.example'),
  ],
  ['leads elsewhere', /an address that starts with/],
];

test('an unchanged service behind the proxy passes', async () => {
  const url = await serveChanged(sandbox, (address, init, on) => on(address, init));
  expect(failuresOf(await tryAgainstSpecification(sandbox, { url }))).toEqual([]);
});

test.each(names)('a service that %s fails', async (name) => {
  const service = all(credentialsOf(sandbox.application)).find(({ wrong }) => wrong === name);
  if (service === undefined) throw new Error(`No service that ${name}`);
  const url = await serveChanged(sandbox, service.change);
  const report = await tryAgainstSpecification(sandbox, { url }, service.sections);
  expect(failuresOf(report).join('\n')).toMatch(service.found);
  const values = JSON.stringify(report, (key, value) =>
    ['statement', 'module'].includes(key) ? undefined : value,
  );
  expect(values, 'no token, no secret').not.toMatch(/[\w.-]{50,}/);
});

test.each(wrongCallbacks)('a service that %s fails a login case', async (_, found, change) => {
  const through = signInAtSandbox(sandbox.url, approvingPhoneNumber);
  const signIn = Object.assign(async (...request: Parameters<typeof through>) => {
    const result = await through(...request);
    const callback = new URL(result.callback);
    if (change === undefined) callback.pathname = '/elsewhere';
    change?.(callback.searchParams);
    return { ...result, callback: callback.href };
  }, through);
  const report = await tryAgainstSpecification(sandbox, { signIn }, ['4.1']);
  expect(failuresOf(report).join('\n')).toMatch(found);
});
