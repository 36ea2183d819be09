import { expect, test } from 'vitest';
import { numberedKey } from '../../../workers/core/crypto/keys.ts';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import { nextQrCodes } from '../../../workers/service/features/app-start/qr-code-batch.ts';
import { requestCarrierStart } from '../../../workers/service/sign-in/carrier/carrier-calls.ts';
import { approvalOf, resolveAccount } from '../../../workers/service/sign-in/code/resolve-account.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { limitKnownBrowser, limitSignIns } from '../../../workers/service/sign-in/limits/caller-limits.ts';
import { checkChallenge } from '../../../workers/service/sign-in/limits/challenge.ts';
import { openWaitingSocket } from '../../../workers/service/sign-in/phone/waiting-socket.ts';
import type { Stage } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';
import { now, pageView, phoneRequest, shop, startedRequest } from '../support/page-views.ts';

const objects = (methods: object) => ({ idFromName: String, get: () => methods });
const open = { limit: async () => ({ success: true }) };
const reached = { limit: async () => ({ success: false }) };
const env = {
  PHONE_KEY: numberedKey(1, new Uint8Array(32)),
  WAITING: objects({ fetch: async () => new Response(null, { status: 429 }) }),
  PHONE: objects({ approve: async () => ({ plid: undefined, registration: 'unproven' }) }),
  ...{ SIGN_IN_LIMIT: open, NETWORK_LIMIT: open, APPLICATION_LIMIT: open },
  ...{ KNOWN_LIMIT: open, APPLICATION_KNOWN_LIMIT: open, OUTCOME_LIMIT: open },
};
const headers = {
  Upgrade: 'WebSocket',
  Origin: 'https://login.example.com',
  'CF-Connecting-IP': '2001:db8::1',
};
const viewOf = (stage: Stage, limits = {}): SignInContext => {
  const view = pageView('en', { env: { ...env, ...limits }, signIn: { stage } });
  return { ...view, request: new Request(view.url, { headers }) };
};
const phone = { ...phoneRequest, calls: true };
const waiting: Stage = { at: 'asked', method: 'phone', request: phone };
const scanning: Stage = {
  at: 'asked',
  method: 'app',
  request: { ...startedRequest, way: 'code', code: 'secret' },
};
const stranger = { caller: 'address', known: false };
const known = { caller: 'browser', known: true };
const approval = approvalOf(phone, { status: 'approved', identity: { phoneNo: phone.phoneNo } });

/** @returns the status, the seconds to wait, and the reason in the log. */
async function refusalOf(work: () => unknown): Promise<unknown[]> {
  const refused = await Promise.resolve()
    .then(work)
    .catch((failure: unknown) => failure);
  if (!(refused instanceof ProtocolError)) return [refused];
  return [refused.status, refused.headers['Retry-After'], refused.cause];
}

test.each<[string, () => unknown, unknown[]]>([
  ['a seventh page that waits', () => openWaitingSocket(viewOf(waiting)), [429, '60', 'sockets']],
  [
    'a page that asks for QR codes too often',
    () => nextQrCodes(viewOf(scanning, { OUTCOME_LIMIT: reached })),
    [429, '10', 'OUTCOME_LIMIT'],
  ],
  [
    'a form without the token of its challenge',
    () => checkChallenge(viewOf(waiting)),
    [429, '60', undefined],
  ],
  [
    'an approval that does not prove the owner',
    () => resolveAccount(viewOf(waiting), approval),
    [503, '5', 'an approval without a ci for a number whose owner has a ci'],
  ],
  [
    'a service without carriers',
    () => requestCarrierStart(viewOf(waiting), { telcoCd: 'S' } as Parameters<typeof requestCarrierStart>[1]),
    [503, '60', 'CARRIER is not bound (docs/operate/carriers.md)'],
  ],
  ...(['SIGN_IN_LIMIT', 'NETWORK_LIMIT', 'APPLICATION_LIMIT'] as const).map(
    (limit): [string, () => unknown, unknown[]] => [
      `an unknown browser at its ${limit}`,
      () => limitSignIns(viewOf(waiting, { [limit]: reached }), shop.client_id, stranger),
      [429, '60', limit],
    ],
  ),
  [
    'a known browser at its limit',
    () => limitSignIns(viewOf(waiting, { KNOWN_LIMIT: reached }), shop.client_id, known),
    [429, '60', 'KNOWN_LIMIT'],
  ],
  [
    'a known browser at the limit of the application',
    () => limitKnownBrowser(viewOf(waiting, { APPLICATION_KNOWN_LIMIT: reached }), shop.client_id, true),
    [429, '60', 'APPLICATION_KNOWN_LIMIT'],
  ],
])('%s may try again after a time', async (_, work, expected) => {
  expect(await refusalOf(work)).toEqual(expected);
});

test('a QR code is drawn until the end of its request, to the second', async () => {
  const at = (passed: number) => nextQrCodes({ ...viewOf(scanning), now: now + passed });
  await expect(at(119)).resolves.toHaveProperty('response');
  expect(await refusalOf(() => at(120))).toEqual([400, undefined, undefined]);
});
