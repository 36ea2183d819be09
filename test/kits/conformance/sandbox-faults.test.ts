import { afterEach, describe, expect, test } from 'vitest';
import type { ServiceEndpoint } from '../../../packages/plid/sandbox/types.ts';
import { barocertFaultKinds } from '../../../sandbox/barocert/vendor-faults.ts';
import { type Fault, faultableEndpoints, faultKinds } from '../../../sandbox/fault.ts';
import { errorCodes } from '../../../workers/core/protocol/error-codes.ts';
import { failuresOf, tryAgainstSpecification } from '../../support/fixtures/conformance.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';

const sandbox = useSandbox();
afterEach(() => sandbox.faults.clear());

/** The sections whose cases call an endpoint. */
const sectionsOf: Partial<Record<Fault['endpoint'], string[]>> = {
  '/oauth2/authorize': ['4.1'],
  '/oauth2/token': ['2.3', '4.2'],
  '/v1/user/me': ['2.1', '2.4', '4.3'],
  '/v1/user/disconnect': ['2.1', '4.4'],
  carrier: ['2.3'],
};
const endpoints = faultableEndpoints.filter((endpoint): endpoint is ServiceEndpoint =>
  endpoint.startsWith('/'),
);
/** Kinds of faults that an application doesn't meet. */
const ofVendor: readonly Fault['kind'][] = barocertFaultKinds;
const always = 1_000;

const at = (kind: 'html' | 'cut' | 'delay', more = {}): Fault[] =>
  endpoints.map((endpoint) => ({ endpoint, kind, count: always, milliseconds: 0, ...more }) as Fault);

/** Faults that break the specification, as a client sees them. */
const visible: Fault[] = [
  ...endpoints.flatMap((endpoint) =>
    errorCodes.map(
      (error) =>
        ({
          endpoint,
          kind: 'error',
          status: 400,
          error,
          message: '',
          count: always,
          milliseconds: 0,
        }) as const,
    ),
  ),
  ...at('html', { status: 502 }),
  ...at('html', { status: 200 }),
  ...at('cut'),
  // Once only: the test waits for each answer that does not come.
  ...at('delay', { milliseconds: 3_000, count: 1 }),
  ...(['outage', 'declined', 'foreign-answer'] as const).map(
    (kind) => ({ endpoint: 'carrier', kind, count: always, milliseconds: 0 }) as const,
  ),
];

/** Faults that the specification allows: a client has to accept them, and a service is right to send them. */
const allowed: { kind: Fault['kind']; endpoint: Fault['endpoint']; why: string; milliseconds?: number }[] = [
  { kind: 'string-expires_in', endpoint: '/oauth2/token', why: '§2.3: it may arrive as a string' },
  { kind: 'empty-error', endpoint: '/v1/user/me', why: '§2.4: it may be an empty string' },
  { kind: 'empty-error', endpoint: '/v1/user/disconnect', why: '§2.4: it may be an empty string' },
  { kind: 'encrypted-agegroup', endpoint: '/v1/user/me', why: '§2.1: its empty value may be encrypted' },
  {
    kind: 'plain-fields',
    endpoint: '/v1/user/me',
    why: '§2.1: an encryption of the empty string, or that itself',
  },
  { kind: 'delay', endpoint: '/v1/user/me', why: '§8: no time is given for an answer', milliseconds: 20 },
  { kind: 'slow', endpoint: 'carrier', why: '§4: no time is given to a phone', milliseconds: 20 },
];

const nameOf = (fault: Fault) =>
  Object.entries(fault)
    .filter(([name]) => !['count', 'message', 'endpoint'].includes(name))
    .flatMap(([, value]) => (value === 0 ? [] : [value]))
    .join(' ');

describe('a fault of the sandbox', () => {
  test('of every kind is in one of the lists', () => {
    const kinds = new Set([...visible, ...allowed].map(({ kind }) => kind));
    expect([...kinds, ...ofVendor].toSorted()).toEqual([...faultKinds].toSorted());
  });

  test.each(visible.map((fault) => [nameOf(fault), fault.endpoint, fault] as const))(
    '%s at %s is noticed by the conformance suite',
    async (_, endpoint, fault) => {
      await sandbox.faults.set([fault]);
      const timeout = fault.kind === 'delay' ? 2 : 10;
      const report = await tryAgainstSpecification(sandbox, { timeout }, sectionsOf[endpoint]);
      expect(report.failed).toBeGreaterThan(0);
    },
  );

  test.each(allowed)('$kind at $endpoint conforms: $why', async (one) => {
    const { kind, endpoint, milliseconds = 0 } = one;
    await sandbox.faults.set([{ kind, endpoint, milliseconds, count: always } as Fault]);
    const report = await tryAgainstSpecification(sandbox, {}, sectionsOf[endpoint]);
    expect(failuresOf(report)).toEqual([]);
  });
});
