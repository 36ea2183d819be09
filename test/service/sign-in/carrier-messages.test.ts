import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../workers/core/carrier/port.ts';
import { keyRing, numberedKey } from '../../../workers/core/crypto/keys.ts';
import { accountClient, accountClientId } from '../../../workers/service/registry/account-client.ts';
import { noticeLinkLifetime } from '../../../workers/service/settings/service-lifetimes.ts';
import { noticeLink } from '../../../workers/service/settings/service-sealed-types.ts';
import { confirmationRequest } from '../../../workers/service/sign-in/carrier/confirmation-request.ts';
import { sendSignInNotices } from '../../../workers/service/sign-in/carrier/send-notice.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { newSignIn, now, pageView, phoneRequest, type ViewChanges } from '../support/page-views.ts';

const KEYS = keyRing(new Map([['k1', new Uint8Array(32)]]));
const PHONE_KEY = numberedKey(1, new Uint8Array(32));
const changes = { plid: 'p', browser: 'browser-1', automatic: false, consented: false };
const shop = { application: 'Shop', applicationHost: 'shop.example' };
const windows = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
};

/** A context whose browser is in Seoul. */
function contextOf(change: ViewChanges, headers: Record<string, string> = windows): SignInContext {
  const view = pageView('en', change);
  const request = Object.assign(new Request(view.url, { headers }), { cf: { country: 'KR', city: 'Seoul' } });
  return { ...view, request, log: () => undefined };
}
const inSeoul = { browser: 'Chrome, Windows', country: 'KR', city: 'Seoul' };

describe('the notices after a sign-in', () => {
  async function noticesOf(known: boolean, changed: Partial<typeof changes>, request = {}) {
    const sent: Notice[] = [];
    const CARRIER = { notify: async (notice: Notice) => void sent.push(notice) };
    const asked = { ...phoneRequest, known, ...request };
    const stage = { at: 'asked' as const, method: 'phone' as const, request: asked };
    const context = contextOf({ env: { KEYS, CARRIER }, signIn: { stage } });
    await sendSignInNotices(context, { ...changes, ...changed });
    return sent;
  }
  const common = {
    ...shop,
    id: expect.stringMatching(/^[\w-]{16}$/),
    signIn: 'AAAAAAAAAAA',
    phoneNo: '01012345678',
    telcoCd: 'S',
    mvno: false,
    at: now,
    end: expect.stringContaining('https://login.example.com/account/end?notice='),
  };

  test('tell the carrier what has happened, where, and to whom', async () => {
    const sent = await noticesOf(false, { automatic: true, consented: true });
    const context = { ...inSeoul, knownBrowser: false, automaticLogin: true, attributes: 3 };
    expect(sent.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual(
      ['automatic_login', 'consent', 'new_browser'].map((kind) => ({ ...common, kind, context })),
    );
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  });

  test('of a known browser are about its consent and automatic login only', async () => {
    expect(await noticesOf(true, {})).toEqual([]);
    const context = { ...inSeoul, knownBrowser: true, automaticLogin: false, attributes: 3 };
    const sent = await noticesOf(true, { consented: true }, { mvno: true, telcoCd: 'L' });
    expect(sent).toEqual([{ ...common, kind: 'consent', context, mvno: true, telcoCd: 'L' }]);
  });

  test('have a link for thirty days, which names the browser only if it is new', async () => {
    const sent = await noticesOf(false, { automatic: true });
    for (const { kind, end = '' } of sent) {
      const notice = new URL(end).searchParams.get('notice') ?? '';
      const value = { kind, plid: 'p', client_id: newSignIn.client_id, sign_in: newSignIn.id, at: now };
      const browser = kind === 'new_browser' ? 'browser-1' : null;
      expect(await noticeLink.open(KEYS, notice, now + noticeLinkLifetime - 1)).toEqual({
        ...value,
        browser,
      });
      expect(await noticeLink.open(KEYS, notice, now + noticeLinkLifetime)).toBeUndefined();
    }
    expect(sent).toHaveLength(2);
  });
});

describe('the request to a phone', () => {
  const claim = { name: '홍길동', phoneNo: '01012345678', telcoCd: 'K', mvno: true } as const;
  const ask = (change: ViewChanges, browser = { known: true, reused: false }) =>
    confirmationRequest(
      contextOf({ env: { KEYS, PHONE_KEY }, ...change }),
      claim,
      { id: 'a', match: '42' },
      browser,
    );
  const common = {
    ...claim,
    ...shop,
    signIn: 'AAAAAAAAAAA',
    expires: now + 120,
    expiresIn: 120,
    id: expect.stringMatching(/^[\w-]{16}$/),
    match: '42',
    entry: 'choose',
    returnTo: `https://login.example.com/oauth2/authorize/wait?flow=${newSignIn.id}`,
    context: { ...inSeoul, knownBrowser: true, automaticLogin: false, attributes: 3 },
  };

  test('contains the application, the digits, the time, and the browser', async () => {
    expect(await ask({})).toEqual(common);
  });

  test.each<[string, ViewChanges, { known: boolean; reused: boolean }, object, object]>([
    [
      'chosen automatic login',
      { signIn: { automaticLogin: 'chosen' } },
      { known: true, reused: false },
      {},
      { automaticLogin: true },
    ],
    [
      'a copied cookie',
      { signIn: { automaticLogin: 'chosen' } },
      { known: true, reused: true },
      {},
      { automaticLogin: true },
    ],
    [
      'an unknown browser and a copied cookie',
      { signIn: { automaticLogin: 'chosen' } },
      { known: false, reused: true },
      {},
      { knownBrowser: false },
    ],
    [
      'digits to type',
      { env: { KEYS, PHONE_KEY, NUMBER_MATCHING: { K: 'type' } } },
      { known: true, reused: false },
      { entry: 'type' },
      {},
    ],
    [
      'digits to type at another carrier',
      { env: { KEYS, PHONE_KEY, NUMBER_MATCHING: { S: 'type' } } },
      { known: true, reused: false },
      {},
      {},
    ],
    [
      'the account pages',
      {
        signIn: { client_id: accountClientId, asked: [] },
        application: accountClient('https://login.example.com', 'en'),
        redirect_uri: 'https://login.example.com/account/signed-in',
      },
      { known: true, reused: false },
      { application: 'Connected services', applicationHost: 'login.example.com' },
      { account: true, attributes: 0 },
    ],
  ])('also contains %s', async (_, change, browser, fields, context) => {
    expect(await ask(change, browser)).toEqual({
      ...common,
      ...fields,
      context: { ...common.context, ...context },
    });
  });

  test('has another ID for each part of the claim, and the same one for the same claim', async () => {
    const ids = await Promise.all([ask({}), ask({ signIn: { state: 'x' } })]);
    expect(ids[0]?.id).toBe(ids[1]?.id);
    const context = contextOf({ env: { KEYS, PHONE_KEY } });
    const others = [
      { ...claim, name: '홍길순' },
      { ...claim, phoneNo: '01012345679' },
      { ...claim, telcoCd: 'S' as const },
      { ...claim, mvno: false },
    ].map((other) =>
      confirmationRequest(context, other, { id: 'a', match: '42' }, { known: true, reused: false }),
    );
    const attempt = confirmationRequest(
      context,
      claim,
      { id: 'b', match: '42' },
      { known: true, reused: false },
    );
    const all = await Promise.all([...others, attempt]);
    expect(new Set([ids[0]?.id, ...all.map(({ id }) => id)]).size).toBe(6);
  });
});
