import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  codeLifetime,
  grantLifetime,
  maxSignInCookieLifetime,
} from '../../../workers/service/settings/service-lifetimes.ts';
import { authorizationCode } from '../../../workers/service/settings/service-sealed-types.ts';
import { createIdentityKey, decryptGrantIdentity } from '../../../workers/service/tokens/grant-identity.ts';
import type { AtRest } from '../../support/assertions/inspect-storage.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import {
  account,
  type Granted,
  grantAutomatically,
  grantSignIn,
  hana,
} from '../../support/fixtures/grants.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { codeOf, signIn } from '../../support/fixtures/sign-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { accessTokenFor, requestDisconnect, requestUser } from '../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const atRest = async ({ plid }: Pick<Granted, 'plid'>, where = world): Promise<AtRest> => {
  const stub: unknown = account(where, plid);
  return (stub as { atRest(): Promise<AtRest> }).atRest();
};

/** Waits until an alarm has done its work. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 200 });

/** The sealed identity of each grant that is stored. */
function identitiesIn({ stored }: AtRest): (string | null)[] {
  const { grants = [] } = JSON.parse(stored) as { grants?: { identity: string | null }[] };
  return grants.map(({ identity }) => identity);
}
const expectIdentity = (found: AtRest) => expect(identitiesIn(found)).toEqual([expect.any(String)]);
const expectNoIdentity = (found: AtRest) =>
  expect(identitiesIn(found).filter((identity) => identity !== null)).toEqual([]);

/** The row of a grant stays after its code or token has expired, until every sign-in that could name it has ended. */
const unreadable = maxSignInCookieLifetime;

describe('stored identity attributes', () => {
  test("are encrypted with a key that isn't stored", async () => {
    const granted = await grantSignIn(world);
    const { stored } = await atRest(granted);
    for (const value of [...Object.values(hana), granted.identityKey].filter(({ length }) => length > 6))
      expect(stored).not.toContain(value);
    const [sealed] = identitiesIn({ stored, alarm: null });
    expect(await decryptGrantIdentity(granted.identityKey, sealed ?? '')).toEqual(hana);
    await expect(decryptGrantIdentity(createIdentityKey(), sealed ?? '')).rejects.toThrow();
  });

  test('are only those that the application requested', async () => {
    const query = { client_id: applications.bank.client_id };
    const end = await signIn(new BrowserSession(world), world, await newSubscriber(world), { query });
    const opened = await authorizationCode.open(serviceKeys, codeOf(end), await world.clock.now());
    const { plid = '', identityKey = '' } = opened ?? {};
    const [sealed] = identitiesIn(await atRest({ plid }));
    expect(Object.keys(await decryptGrantIdentity(identityKey, sealed ?? '')).sort()).toEqual(['ci', 'name']);
  });

  test('stay as long as the sign-in could last if the code is never used', async () => {
    const granted = await grantSignIn(world);
    expectIdentity(await atRest(granted));
    await world.clock.advance(codeLifetime + unreadable - 5);
    expectIdentity(await atRest(granted));
    await world.clock.advance(5);
    await eventually(async () => expectNoIdentity(await atRest(granted)));
  });

  test('stay as long after the access token, which contains their key', async () => {
    const granted = await grantSignIn(world);
    await accessTokenFor(world, granted);
    await world.clock.advance(accessTokenLifetime + unreadable - 5);
    expectIdentity(await atRest(granted));
    await world.clock.advance(5);
    await eventually(async () => expectNoIdentity(await atRest(granted)));
  });

  test('stay until the single read with reads: once', async () => {
    const books = await registerApplication(world, { reads: 'once' });
    const granted = await grantSignIn(world, { client_id: books.client_id });
    const token = await accessTokenFor(world, granted, books);
    expectIdentity(await atRest(granted));
    await requestUser(world, token);
    expectNoIdentity(await atRest(granted));
  });

  test('stay until the code is sent again', async () => {
    const granted = await grantSignIn(world);
    await accessTokenFor(world, granted);
    await expect(accessTokenFor(world, granted)).rejects.toThrow('500');
    expectNoIdentity(await atRest(granted));
  });

  test('stay until the user is disconnected', async () => {
    const granted = await grantSignIn(world);
    await requestDisconnect(world, { plid: granted.plid });
    expectNoIdentity(await atRest(granted));
  });
});

describe('an Account object', () => {
  test('contains only the consent after everything has expired, and has no alarm', async () => {
    const granted = await grantSignIn(world, { automaticLogin: 'Y' });
    await accessTokenFor(world, granted);
    await world.clock.advance(grantLifetime);
    await eventually(async () =>
      expect(Object.keys(JSON.parse((await atRest(granted)).stored))).toEqual([
        'consents',
        'devices',
        'disclosures',
        'schema',
        'sign-ins',
      ]),
    );
    await world.clock.advance(automaticLoginLifetime - grantLifetime);
    await eventually(async () => {
      const { stored, alarm } = await atRest(granted);
      expect(Object.keys(JSON.parse(stored))).toEqual(['consents', 'disclosures', 'schema', 'sign-ins']);
      expect(alarm).toBeNull();
    });
  });

  test('allows automatic login until the last second of 14 days', async () => {
    const [one, other] = [
      await grantSignIn(world, { automaticLogin: 'Y' }),
      await grantSignIn(world, { automaticLogin: 'Y' }),
    ];
    await world.clock.advance(automaticLoginLifetime - 5);
    await grantAutomatically(world, one);
    await world.clock.advance(5);
    await expect(grantAutomatically(world, other)).rejects.toThrow('refused');
  });

  test('renews an automatic login in its last second, and no ended one', async () => {
    const { client_id } = applications.shop;
    const signInAfter = async (seconds: number) => {
      const { plid, grant: device } = await grantSignIn(world, { automaticLogin: 'Y' });
      const request = {
        id: randomUUID(),
        client_id,
        asked: [],
        identity: 'sealed',
        agreement,
        ...fromBrowser,
        device,
      };
      return account(world, plid).grant(request, (await world.clock.now()) + seconds);
    };
    const granted = { outcome: 'granted' };
    expect(await signInAfter(automaticLoginLifetime - 1)).toEqual({
      ...granted,
      automatic: true,
      renewed: true,
    });
    expect(await signInAfter(automaticLoginLifetime)).toEqual({
      ...granted,
      automatic: false,
      renewed: false,
    });
  });

  test('that was terminated has a mark for a day, and then nothing', async () => {
    const granted = await grantSignIn(world, { automaticLogin: 'Y' });
    const stub = account(world, granted.plid);
    await stub.terminate(await world.clock.now());
    // The events for the applications are sent at once, by an alarm.
    await world.settled();
    expect(Object.keys(JSON.parse((await atRest(granted)).stored))).toEqual(['schema', 'terminated']);
    await expect(grantSignIn(world, { plid: granted.plid })).rejects.toThrow('terminated');
    await world.clock.advance(86_400);
    await eventually(async () => expect(await atRest(granted)).toEqual({ stored: '{}', alarm: null }));
  });

  test("that doesn't exist isn't created by a read", async () => {
    const plid = '00000000-0000-4000-8000-000000000000';
    await requestDisconnect(world, { plid });
    expect(await atRest({ plid })).toEqual({ stored: '{}', alarm: null });
  });
});

describe('a Phone object', () => {
  async function phone(name: string) {
    const { PHONE } = world.durableObjects;
    return PHONE.getByName(name);
  }

  test("that doesn't exist isn't created by a read, an outcome, or a leaving owner", async () => {
    const stub = await phone('never asked');
    expect([await stub.plid(), await stub.leave(await world.clock.now())]).toEqual([undefined, undefined]);
    for (const outcome of ['unconfirmed', 'release', 'denied'])
      await stub[outcome]('a request', undefined, 0);
    expect(await stub.atRest()).toEqual({ stored: '{}', alarm: null });
  });

  test('without an owner deletes its requests after ten minutes', async () => {
    const stub = await phone('of nobody');
    const stranger = { caller: 'an address', known: false };
    await stub.admit('a request', stranger, await world.clock.now(), 5, {
      client_id: 'shop',
      sign_in: 'one',
    });
    expect((await stub.atRest()).stored).toContain('an address');
    await world.clock.advance(600);
    await eventually(async () => expect(await stub.atRest()).toEqual({ stored: '{}', alarm: null }));
  });

  test('whose owner has left contains the time as long as a sign-in may last', async () => {
    const stub = await phone('of a leaving user');
    const now = await world.clock.now();
    await stub.approve({ owner: 'an owner', carrier: 'S', sent: now, signIn: 'a sign-in' }, now);
    await stub.leave(now);
    expect((await stub.atRest()).stored).not.toContain('an owner');
    expect(
      await stub.approve({ owner: 'an owner', carrier: 'S', sent: now - 1, signIn: 'a sign-in' }, now),
    ).toBeUndefined();
    await world.clock.advance(maxSignInCookieLifetime);
    await eventually(async () => expect(await stub.atRest()).toEqual({ stored: '{}', alarm: null }));
  });
});

describe('an alarm on the real clock', () => {
  const real = useWorld({
    half: 'service',
    overrides: {
      'plid-service-objects': { bindingOverrides: { CLOCK: undefined }, secrets: { EVENT_KEY: undefined } },
    },
  });

  /** The time until an account's alarm, in seconds. */
  async function wakesIn(granted: Granted): Promise<number> {
    const { alarm } = await atRest(granted, real);
    return ((alarm ?? 0) - (await real.clock.now()) * 1000) / 1000;
  }
  const around = (seconds: number) => [seconds - 20, seconds + 20] as const;
  const expectAbout = (seconds: number, [least, most]: readonly [number, number]) => {
    expect(seconds).toBeGreaterThan(least);
    expect(seconds).toBeLessThan(most);
  };

  test('of an account is set once for a sign-in, for its grant', async () => {
    const granted = await grantSignIn(real, { automaticLogin: 'Y' });
    expectAbout(await wakesIn(granted), around(grantLifetime));
    await accessTokenFor(real, granted);
    expectAbout(await wakesIn(granted), around(grantLifetime));
  });

  test('of a terminated account is set a day later, after its connections were ended at once', async () => {
    const granted = await grantSignIn(real);
    const unused = { ...granted, plid: randomUUID() };
    await account(real, unused.plid).terminate(await real.clock.now());
    expectAbout(await wakesIn(unused), around(86_400));
    await account(real, granted.plid).terminate(await real.clock.now());
    await expect.poll(() => wakesIn(granted)).toBeGreaterThan(86_380);
    expectAbout(await wakesIn(granted), around(86_400));
  });

  test("of a phone is set for the end of its first request's count", async () => {
    const { PHONE } = real.durableObjects;
    const phone = PHONE.getByName('a phone');
    const now = await real.clock.now();
    await phone.admit('a request', { caller: 'a browser', known: true }, now, 5, {
      client_id: 'shop',
      sign_in: 'one',
    });
    const { alarm }: AtRest = await phone.atRest();
    expectAbout((alarm ?? 0) / 1000 - now, around(600));
  });
});
