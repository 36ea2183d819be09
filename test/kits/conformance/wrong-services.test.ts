import { afterEach, expect, test, vi } from 'vitest';
import { type Report, runConformance, signInBy } from '../../../packages/plid-kits/conformance/index.ts';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { application, origin, other, relyingParty } from '../support/provider-in-memory.ts';
import { RightService } from '../support/right-service.ts';
import { wrongProviders } from '../support/wrong-providers.ts';
import { type Change, wrongServices } from '../support/wrong-services.ts';

afterEach(() => vi.unstubAllGlobals());

/** Runs cases at a correct service in memory whose requests, answers, or callbacks are changed. */
function tryChanged(
  change: Change,
  sections?: string[],
  changeCallback: (callback: URL) => void = () => {},
): Promise<Report> {
  const service = new RightService();
  vi.stubGlobal('fetch', (address: string, { headers, ...init }: RequestInit = {}) =>
    change(
      new URL(address),
      { ...init, headers: Object.fromEntries(new Headers(headers)) } as never,
      (url, sent) => service.fetch(url.href, sent as RequestInit),
    ),
  );
  const signIn = signInBy(true, async (request) => {
    const { callback, ...more } = await service.signIn(request);
    const changed = new URL(callback);
    changeCallback(changed);
    return { callback: changed.href, ...more };
  });
  return runConformance({ url: origin, ...application, other, relyingParty, signIn }, sections);
}

/** Faults of the redirect to the callback: their name, the case that finds them, and the change of the address. */
const wrongCallbacks: [wrong: string, found: RegExp, change: (callback: URL) => void][] = [
  [
    'changes state on its way back',
    /state is returned unchanged/,
    ({ searchParams }) => searchParams.set('state', 'x'),
  ],
  [
    'calls the code something else',
    /a callback with a code/,
    ({ searchParams }) => searchParams.delete('code'),
  ],
  [
    'names another issuer',
    /the callback contains an iss/,
    ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
  ],
  [
    'leads elsewhere',
    /an address that starts with/,
    (callback) => {
      callback.pathname = '/elsewhere';
    },
  ],
];

const unchanged: Change = (url, init, next) => next(url, init);

test('an unchanged service passes', async () => {
  const report = await tryChanged(unchanged);
  expect([failuresOf(report), report.skipped]).toEqual([[], 0]);
});

test.each([...wrongServices(application), ...wrongProviders])(
  'a service that $wrong fails',
  async ({ change, sections, found }) => {
    const report = await tryChanged(change, sections);
    expect(failuresOf(report).join('\n')).toMatch(found);
    const values = JSON.stringify(report, (key, value) =>
      ['statement', 'module'].includes(key) ? undefined : value,
    );
    expect(values, 'no token, no secret').not.toMatch(/[\w.-]{50,}/);
  },
);

test.each(wrongCallbacks)('a service that %s fails a login case', async (_, found, change) => {
  const report = await tryChanged(unchanged, ['4.1'], change);
  expect(failuresOf(report).join('\n')).toMatch(found);
});
