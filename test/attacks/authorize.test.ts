import { describe, expect, test } from 'vitest';
import { authorizeUrl, requestAuthorization } from '../support/fixtures/sign-in.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const callback = 'https://shop.example.com/auth/callback';

/** The characters that are inserted, three at each place in turn. */
const strange = ['/', '.', '@', '%', '\\', '#', '?', '*', ' ', '\t', '\0', '\u200b', '\u00ad'];

/** Addresses that differ by one letter from a registered one: a letter left out, inserted, changed, or in another spelling. */
function* neighbours(address: string): Generator<string> {
  for (let place = 0; place <= address.length; place += 1) {
    const [before, letter, after] = [
      address.slice(0, place),
      address.slice(place, place + 1),
      address.slice(place + 1),
    ];
    for (let turn = 0; turn < 3; turn += 1)
      yield before + strange[(place * 3 + turn) % strange.length] + letter + after;
    if (letter === '') continue;
    yield before + after;
    yield before + encodeURIComponent(letter) + after;
    yield `${before}%${letter.charCodeAt(0).toString(16)}${after}`;
    yield before + letter.toUpperCase() + after;
    yield before + String.fromCharCode(letter.charCodeAt(0) + 0xfee0) + after;
    yield before + letter + letter + after;
  }
}

describe('an unregistered redirect URI', () => {
  test('that differs from a registered one by one character gets no redirect', async () => {
    const others = new Set(neighbours(callback));
    others.delete(callback);
    expect(others.size).toBeGreaterThan(200);
    for (const redirect_uri of others) {
      const answer = await requestAuthorization(world, { redirect_uri, prompt: 'none' });
      expect([answer.status, answer.headers.get('Location')], redirect_uri).toEqual([400, null]);
    }
    for (const redirect_uri of [callback, applications.shop.redirect_uri]) {
      const own = await requestAuthorization(world, { redirect_uri, prompt: 'none' });
      expect(own.headers.get('Location')?.startsWith(`${redirect_uri}?error=login_required&`)).toBe(true);
    }
  }, 60_000);

  test('of another application gets no redirect', async () => {
    const { client_id } = applications.bank;
    const answer = await requestAuthorization(world, { client_id, redirect_uri: callback, prompt: 'none' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
  });
});

describe('hostile bytes in state', () => {
  test('are returned percent-encoded and end no header', async () => {
    // test/properties/parameters.test.ts draws every other byte.
    for (const hex of ['00', '09', '0a', '0d', '20', '22', '23', '26', '2b', '3d', '5c', '7f', '80', 'ff']) {
      const state = `a%${hex}b%${hex.toUpperCase()}`;
      const address = `${authorizeUrl(world, { state: undefined, prompt: 'none' })}&state=${state}`;
      const { headers } = await world.fetch(address);
      expect(headers.get('Location')?.split('&state=')[1]).toBe(state);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test('add no parameter to the redirect', async () => {
    for (const state of [
      'a%26code=evil',
      'a;code=evil',
      'a%23code=evil',
      'a%0d%0acode:evil',
      'a?code=evil',
    ]) {
      const address = `${authorizeUrl(world, { state: undefined, prompt: 'none' })}&state=${state}`;
      const location = new URL((await world.fetch(address)).headers.get('Location') ?? '');
      expect([...location.searchParams.keys()]).toEqual(['error', 'message', 'error_description', 'state']);
      expect(location.hash).toBe('');
    }
  });
});
