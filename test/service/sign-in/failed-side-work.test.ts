import { expect, onTestFinished, test, vi } from 'vitest';
import { numberedKey } from '../../../workers/core/crypto/keys.ts';
import { accountClientId } from '../../../workers/service/registry/account-client.ts';
import { cancelAtPhoneObject } from '../../../workers/service/sign-in/carrier/cancel-request.ts';
import { sendCarrierNotice } from '../../../workers/service/sign-in/carrier/carrier-calls.ts';
import { sendSignInNotices } from '../../../workers/service/sign-in/carrier/send-notice.ts';
import { deleteCachedApproval } from '../../../workers/service/sign-in/code/cached-approval.ts';
import { limitToApproval } from '../../../workers/service/sign-in/consent/approval-scope.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { cancelSupersededRequest } from '../../../workers/service/sign-in/limits/supersede-request.ts';
import { notifyCookieReuse } from '../../../workers/service/sign-in/request/notify-cookie-reuse.ts';
import { now, pageView, phoneRequest, shop } from '../support/page-views.ts';

const failing = () => Promise.reject(new Error('01012345678'));
const objects = (methods: object) => ({ idFromName: String, get: () => methods });
const env = {
  PHONE_KEY: numberedKey(1, new Uint8Array(32)),
  ACCOUNT: objects({ deleteCachedIdentity: failing }),
  PHONE: objects({ cancel: failing, noteReuse: failing }),
  WAITING: objects({ answered: failing }),
  CARRIER: { cancel: failing, notify: failing },
  KEYS: {},
  SHOWN_REQUIRED: 'Y',
};

/** Runs work of a sign-in whose request a phone shows, to which everything fails. @returns the log lines. */
async function linesOf(work: (context: SignInContext) => unknown, signIn = {}): Promise<unknown[]> {
  const lines: unknown[] = [];
  const going: Promise<unknown>[] = [];
  const stage = { at: 'asked' as const, method: 'phone' as const, request: { ...phoneRequest, known: true } };
  const context = {
    ...pageView('en', { env, signIn: { stage, ...signIn } }),
    waitUntil: (later: Promise<unknown>) => void going.push(later),
    log: (level: string, fields: object) => void lines.push({ level, ...fields }),
  };
  await work(context);
  await Promise.all(going);
  return lines;
}

test("a user who cancels doesn't wait for the carrier", async () => {
  // No time-out ends the call.
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const never = () => new Promise(() => {});
  const CARRIER = { cancel: never, notify: never };
  const stage = { at: 'asked' as const, method: 'phone' as const, request: phoneRequest };
  const PHONE = objects({ cancel: async () => undefined });
  const view = pageView('en', { env: { ...env, CARRIER, PHONE }, signIn: { stage } });
  const cancelling = cancelAtPhoneObject({ ...view, waitUntil: () => undefined, log: () => undefined });
  await expect(cancelling).resolves.toBeUndefined();
});

const cause = expect.stringMatching(/^Error/);
const device = {
  plid: 'p',
  device: 'd',
  generation: 0,
  age: 0,
  phoneNo: '01012345678',
  telcoCd: 'S' as const,
};

test('the notice of a copied cookie describes the browser with the copy, and ends nothing', async () => {
  const sent: unknown[] = [];
  const reused = vi.fn(async () => undefined);
  const withNotices = {
    ...env,
    PHONE: objects({ noteReuse: reused }),
    CARRIER: { notify: async (notice: unknown) => void sent.push(notice) },
  };
  const view = pageView('en', { env: withNotices });
  const request = new Request(view.url, {
    headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0' },
  });
  Object.assign(request, { cf: { country: 'FI', city: 'Espoo' } });
  const application = { ...shop, attributes: ['ci' as const, 'name' as const] };
  const address = 'https://shop.example:8443/callback';
  for (const owner of [device, { ...device, mvno: true }])
    await notifyCookieReuse(
      { ...view, request },
      { application, redirect_uri: address },
      owner,
      view.signIn.id,
    );
  const notice = {
    ...{ phoneNo: '01012345678', telcoCd: 'S', application: 'Shop', applicationHost: 'shop.example:8443' },
    ...{ id: expect.stringMatching(/^[\w-]{16}$/), kind: 'automatic_login_copied', at: now },
    signIn: 'AAAAAAAAAAA',
    context: {
      ...{ browser: 'Firefox, Windows', country: 'FI', city: 'Espoo' },
      ...{ knownBrowser: false, automaticLogin: false, attributes: 2 },
    },
  };
  expect(sent).toEqual([
    { ...notice, mvno: false },
    { ...notice, mvno: true },
  ]);
  expect(reused.mock.calls).toEqual([
    ['p', now],
    ['p', now],
  ]);
});

const superseded = { id: 'a', carrierId: 'S request', signIn: 'name', isOpen: true };
const notice = { id: 'n', kind: 'consent', signIn: 's', at: now, telcoCd: 'K' };

test.each<[string, (context: SignInContext) => unknown, Record<string, unknown>[]]>([
  [
    'deleting a cached identity',
    (context) => deleteCachedApproval(context, 'p'),
    [{ level: 'warn', operation: 'deleting a cached identity', cause }],
  ],
  [
    'cancelling a request',
    cancelAtPhoneObject,
    [
      {
        level: 'warn',
        client_id: shop.client_id,
        cancelled: false,
        cause: expect.stringMatching(/caused by cancelling a sign-in/),
      },
      { level: 'info', operation: 'cancelling a request', carrier: 'S', call: 'cancel', cause },
    ],
  ],
  [
    'reporting a copied cookie',
    (context) =>
      notifyCookieReuse(
        context,
        { application: shop, redirect_uri: 'https://shop.example/' },
        device,
        'id-1',
      ),
    [
      {
        level: 'error',
        operation: 'reporting a copied cookie',
        cause: expect.stringMatching(/caused by reporting a copied cookie/),
      },
    ],
  ],
  [
    'sending a notice to a carrier',
    (context) => sendCarrierNotice(context, notice as Parameters<typeof sendCarrierNotice>[1]),
    [{ level: 'info', operation: 'sending a notice', carrier: 'K', call: 'notify', cause }],
  ],
  [
    'sealing the link of a notice',
    (context) => sendSignInNotices(context, { plid: 'p', browser: 'b', automatic: true, consented: true }),
    [{ level: 'warn', operation: 'sending a notice', cause: expect.stringMatching(/^TypeError/) }],
  ],
  [
    'cancelling a superseded request',
    (context) => cancelSupersededRequest(context, superseded),
    [
      { level: 'info', operation: 'cancelling a request', carrier: 'S', call: 'cancel', cause },
      { level: 'info', operation: 'waking a waiting page', cause },
    ],
  ],
])('if %s fails, the sign-in continues, and a line says so', async (_, work, expected) => {
  const lines = await linesOf(work);
  expect(lines).toHaveLength(expected.length);
  expect(lines).toEqual(expect.arrayContaining(expected));
  expect(JSON.stringify(lines)).not.toContain('01012345678');
});

test.each([
  ['automatic login', true, {}, ['automaticLogin']],
  ['the account pages', false, { client_id: accountClientId }, ['account']],
  ['both', true, { client_id: accountClientId }, ['automaticLogin account']],
  ['nothing', false, {}, []],
])(
  'an approval whose phone has not shown that it allows %s is logged',
  async (_, automatic, signIn, expected) => {
    const asked = { ...phoneRequest, automatic };
    const lines = await linesOf((context) => limitToApproval(context, asked, 'nothing'), signIn);
    expect(lines).toEqual(
      expected.map((not_shown) => ({
        level: 'warn',
        operation: 'applying the scope of an approval',
        carrier: 'S',
        not_shown,
      })),
    );
  },
);
