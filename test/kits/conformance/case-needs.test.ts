import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Case } from '../../../packages/plid-kits/conformance/case.ts';
import { sessionCases } from '../../../packages/plid-kits/conformance/cases/session-op.ts';
import {
  runConformance,
  signInBy,
  type TargetOptions,
} from '../../../packages/plid-kits/conformance/index.ts';
import { cases } from '../../../packages/plid-kits/conformance/run.ts';
import {
  type Need,
  pushedRequestsSkipReason,
  relyingPartySkipReason,
  sandboxSkipReason,
  secondApplicationSkipReason,
  signOutAddressSkipReason,
  Target,
} from '../../../packages/plid-kits/conformance/target.ts';
import {
  application,
  gatewayIssuer,
  openProvider,
  origin,
  other,
  pushPath,
  relyingParty,
} from '../support/provider-in-memory.ts';

/** Each case with what it uses when it runs, by its section and statement. */
const uses = new Map<string, Set<Need>>();
const nameOf = ({ section, statement }: Pick<Case, 'section' | 'statement'>) => `${section} ${statement}`;

/** Calls a function when a property of an object is read. */
const watched = <Value extends object>(value: Value, onRead: (name: string | symbol) => void): Value =>
  new Proxy(value, {
    get(from, name) {
      onRead(name);
      return Reflect.get(from, name);
    },
  });

/** Runs a case at a service that offers everything. @returns what the case has used of it. */
async function usesOf(one: Case): Promise<Set<Need>> {
  const used = new Set<Need>();
  const provider = openProvider();
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (new URL(address).pathname === pushPath) used.add('pushed requests');
    if (new Headers(init.headers).has('Cookie')) used.add('automatic login');
    return provider.fetch(address, init);
  });
  const target = new Target({
    ...{ url: origin, ...application },
    other: watched(other, () => used.add('a second application')),
    relyingParty: watched(relyingParty, (name) =>
      used.add(name === 'postLogoutRedirectUri' ? 'an address for sign-outs' : 'a relying party'),
    ),
    signIn: signInBy(true, async (request) => {
      used.add('a person');
      if (request.autoLogin) used.add('automatic login');
      return provider.signIn(request);
    }),
  });
  used.clear();
  // Whether this simple service passes doesn't matter.
  await one.run(target).catch(() => {});
  return used;
}

beforeAll(async () => {
  for (const one of [...cases, ...sessionCases]) uses.set(nameOf(one), await usesOf(one));
  vi.unstubAllGlobals();
});
afterEach(() => vi.unstubAllGlobals());

type Options = Pick<TargetOptions, 'other' | 'relyingParty' | 'signIn'>;

interface Lacking {
  options?: Options;
  hasPushedRequests?: boolean;
  reason: string;
  /** Other needs that can't be met either. */
  also?: Need[];
}

const { postLogoutRedirectUri: _, ...withoutAddress } = relyingParty;

/** What a run lacks, and the reason that its skipped cases name. */
const lacking: Record<Need, Lacking> = {
  'a person': {
    options: { signIn: undefined },
    reason: 'needs a user who signs in (use --sandbox, --sign-in, or a terminal)',
    also: ['automatic login'],
  },
  'automatic login': {
    options: { signIn: signInBy(false, openProvider().signIn) },
    reason: sandboxSkipReason,
  },
  'a second application': {
    options: { other: undefined },
    reason: secondApplicationSkipReason,
  },
  'pushed requests': { hasPushedRequests: false, reason: pushedRequestsSkipReason },
  'a relying party': {
    options: { relyingParty: undefined },
    reason: relyingPartySkipReason,
    also: ['an address for sign-outs'],
  },
  'an address for sign-outs': {
    options: { relyingParty: withoutAddress },
    reason: signOutAddressSkipReason,
  },
};

/** Runs all cases of a half. @returns the results, by the name of the case. */
async function results(
  half: 'service' | 'gateway',
  { options = {}, hasPushedRequests = true }: Partial<Lacking>,
) {
  const issuer = half === 'service' ? origin : gatewayIssuer;
  const provider = openProvider({ issuer, hasPushedRequests });
  vi.stubGlobal('fetch', provider.fetch);
  const given = { other, relyingParty, signIn: provider.signIn, ...options };
  const party = given.relyingParty && { ...given.relyingParty, ...(half === 'gateway' && { issuer }) };
  const report = await runConformance({ url: origin, ...application, ...given, relyingParty: party });
  return new Map(report.results.map((result) => [nameOf(result), result]));
}

test('every case has its own name, and every need has cases that use it', async () => {
  expect(uses.size).toBe(cases.length + sessionCases.length);
  const tested = [...(await results('service', {})).keys(), ...(await results('gateway', {})).keys()];
  expect([...uses.keys()].toSorted()).toEqual([...new Set(tested)].toSorted());
  const used = new Set([...uses.values()].flatMap((needs) => [...needs]));
  expect([...used].toSorted()).toEqual(Object.keys(lacking).toSorted());
});

test.each(['service', 'gateway'] as const)('a run at a %s that lacks nothing skips no case', async (half) => {
  const all = [...(await results(half, {})).values()];
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
});

const needs = Object.keys(lacking) as Need[];
test.each(needs)(
  'a run that lacks %s skips each case that uses it with this reason, and no other',
  async (need) => {
    const { reason, also = [] } = lacking[need];
    for (const half of need === 'a relying party'
      ? (['service'] as const)
      : (['service', 'gateway'] as const)) {
      const came = await results(half, lacking[need]);
      const skipped = [...came].filter(([, { outcome }]) => outcome === 'skipped');
      const users = [...came.keys()].filter((name) =>
        [need, ...also].some((one) => uses.get(name)?.has(one)),
      );
      expect(skipped.map(([name]) => name)).toEqual(users);
      for (const [name, result] of skipped) expect(result.reason, name).toBe(reason);
    }
  },
);
