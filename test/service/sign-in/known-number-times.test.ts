import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { knownBrowserLifetime } from '../../../workers/service/settings/service-lifetimes.ts';
import {
  browserId,
  callerForNumber,
  lastCarrier,
  rememberNumber,
} from '../../../workers/service/sign-in/cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../../../workers/service/sign-in/settings/sign-in-settings.ts';
import { origins, serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';

const start = 1_800_000_000;
const env = { KEYS: serviceKeys, PHONE_KEY: v.parse(numberedKeySetting, serviceSecrets.PHONE_KEY) };

/** A browser with the cookie of known numbers. */
class Browser {
  cookie = '';

  at(now: number): AuthorizeContext {
    const headers = { Cookie: this.cookie, 'CF-Connecting-IP': '203.0.113.7' };
    const url = new URL(origins.service);
    return { request: new Request(url, { headers }), url, env, now } as unknown as AuthorizeContext;
  }

  async signIn(phoneNo: string, now: number): Promise<void> {
    const browser = await browserId(this.at(now));
    const [line = ''] = await rememberNumber(this.at(now), { phoneNo, telcoCd: 'S' }, browser);
    this.cookie = line.slice(0, line.indexOf(';'));
  }
}

describe('a browser that has signed in with a number', () => {
  test('is known for that number until its time, to the second, and for no other', async () => {
    const browser = new Browser();
    await browser.signIn('01000000001', start);
    const caller = (phoneNo: string, passed: number) => callerForNumber(browser.at(start + passed), phoneNo);
    expect(await caller('01000000001', knownBrowserLifetime - 1)).toMatchObject({
      known: true,
      since: start,
    });
    expect(await caller('01000000001', knownBrowserLifetime)).toMatchObject({ known: false });
    expect(await caller('01000000002', 0)).toMatchObject({ known: false });
  });

  test('counts each number from its own last sign-in', async () => {
    const browser = new Browser();
    await browser.signIn('01000000001', start);
    const later = start + knownBrowserLifetime - 10;
    await browser.signIn('01000000002', later);
    expect(await callerForNumber(browser.at(later + 9), '01000000001')).toMatchObject({
      known: true,
      since: start,
    });
    expect(await callerForNumber(browser.at(later + 10), '01000000001')).toMatchObject({ known: false });
    expect(await callerForNumber(browser.at(later + 10), '01000000002')).toMatchObject({
      known: true,
      since: later,
    });
    await browser.signIn('01000000001', later + 20);
    expect(await callerForNumber(browser.at(later + 30), '01000000001')).toMatchObject({
      known: true,
      since: later + 20,
    });
  });

  test('keeps its name, so that a notice can end it, and forgets the oldest of six numbers', async () => {
    const browser = new Browser();
    await browser.signIn('01000000000', start);
    const name = await browserId(browser.at(start));
    for (let number = 1; number <= 5; number += 1)
      await browser.signIn(`0100000000${number}`, start + number);
    expect(await browserId(browser.at(start + 9))).toBe(name);
    const known = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(
        async (number) => (await callerForNumber(browser.at(start + 9), `0100000000${number}`)).known,
      ),
    );
    expect(known).toEqual([false, true, true, true, true, true]);
    expect(await callerForNumber(browser.at(start + 9), '01000000005')).toMatchObject({ caller: name });
    expect(await lastCarrier(browser.at(start + 9))).toBe('S');
  });

  test('is nothing to another browser, or with a cookie that another key encrypted', async () => {
    const browser = new Browser();
    await browser.signIn('01000000001', start);
    const { caller, ...stranger } = await callerForNumber(new Browser().at(start), '01000000001');
    expect(stranger).toMatchObject({ known: false });
    expect(await callerForNumber(browser.at(start), '01000000001')).toMatchObject({ address: caller });
    browser.cookie = browser.cookie.replace(/.{10}$/, 'xxxxxxxxxx');
    expect(await callerForNumber(browser.at(start), '01000000001')).toMatchObject({ known: false, caller });
  });
});
