import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { typedForm } from '../../../workers/service/settings/service-sealed-types.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../../effects/support/process-browser.ts';
import { phoneNo, type StoredPerson, storeUser } from '../../effects/support/stored-user.ts';
import { applications, serviceKeys } from '../../support/world/test-settings.ts';

const { shop } = applications;
let world: NumberedWorld;
let person: StoredPerson;
let browser: ProcessBrowser;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
  browser = new ProcessBrowser(world);
});
afterEach(() => world.close());

const form = '__Host-plid-form';
const device = `__Host-plid-device-${shop.client_id}`;
const numbers = '__Host-plid-numbers';
/** Lets the user be asked for consent again. */
const disconnect = () => world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
const cached = () => world.objects.ask('Account', person.plid, 'cachedIdentity', browser.flow, world.now);

describe('a sign-in that waits for the consent', () => {
  beforeEach(async () => {
    await disconnect();
    await browser.start();
    expect(endOf(await browser.approve())).toBe('consent');
    expect(await cached()).toBeDefined();
  });

  test('keeps the identity no longer than until the user cancels', async () => {
    expect(endOf(await browser.post('cancel', {}))).toBe('access_denied');
    expect(await cached()).toBeUndefined();
  });

  test('keeps it no longer than until the user agrees', async () => {
    const terms = /name="terms" value="([^"]*)"/.exec(await (await browser.get('consent')).text())?.[1] ?? '';
    expect(endOf(await browser.post('consent', { terms }))).toBe('code');
    expect(await cached()).toBeUndefined();
  });
});

describe('after a sign-in, the browser', () => {
  test('has the number’s cookie, and the form only if it is to be remembered', async () => {
    await browser.start();
    expect(endOf(await browser.approve())).toBe('code');
    expect([browser.cookies.has(numbers), browser.cookies.has(form)]).toEqual([true, false]);
    const other = new ProcessBrowser(world);
    await other.start();
    expect(endOf(await other.approve({ remember: 'Y' }))).toBe('code');
    expect(other.cookies.has(form)).toBe(true);
  });

  test('has no automatic login if the user turned it off, and keeps it if the form offers no choice', async () => {
    await browser.keepDevice({ plid: person.plid, device: person.grants.shop, age: 14 });
    await browser.start({ prompt: 'login' });
    expect(endOf(await browser.approve())).toBe('code');
    expect(browser.cookies.has(device), 'prompt=login offers no automatic login').toBe(true);
  });

  test('of another user loses the automatic login of the former one', async () => {
    await browser.keepDevice({ plid: 'another', device: 'x', age: 14 });
    await browser.start({ prompt: 'login' });
    expect(endOf(await browser.approve())).toBe('code');
    expect(browser.cookies.has(device)).toBe(false);
  });

  test('of a denied sign-in has neither form nor number', async () => {
    await browser.start();
    browser.outcome = { status: 'denied', why: 'person' };
    expect(endOf(await browser.approve())).toBe('access_denied');
    expect([browser.cookies.has(numbers), browser.cookies.has(form)]).toEqual([false, false]);
  });
});

describe('a remembered form', () => {
  const typed = { name: reported.name ?? '', phoneNo, telcoCd: 'S', remember: true, flow: 'an earlier one' };
  beforeEach(async () => {
    browser.cookies.set(form, await typedForm.seal(serviceKeys, typed, world.now + 600));
    await browser.start({ prompt: 'login' });
  });

  test('is used with one click', async () => {
    expect(endOf(await browser.post('remembered', { remembered: 'use' }))).toBe('wait');
    expect(endOf(await browser.get('wait'))).toBe('code');
  });

  test('is forgotten, and then can’t be used', async () => {
    expect(endOf(await browser.post('remembered', { remembered: 'forget' }))).toBe('sign-in');
    expect(browser.cookies.has(form)).toBe(false);
    for (const time of ['first', 'second'])
      expect(endOf(await browser.post('remembered', { remembered: 'use' })), time).toBe('sign-in');
  });
});
