import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout, sendToCarrier } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { serviceSecrets } from '../../test/support/world/test-settings.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { type Carrier, type CarrierCall, type Notice, shownParts } from '../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../workers/core/protocol/user-record.ts';

const world = useWorld({ half: 'service' });
let inProcess: Required<Carrier>;
beforeAll(async () => {
  inProcess = (await world.env('plid-service-authorize')).CARRIER as unknown as Required<Carrier>;
});

const post = (call: string, body: object, token: string) =>
  sendToCarrier(world, call as CarrierCall, body, token);

/** Asks over HTTP as one carrier. */
async function overHttp(call: CarrierCall, body: object, code: CarrierCode): Promise<unknown> {
  const answer = await post(call, body, serviceSecrets[`CARRIER_${code}_TOKEN`]);
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return answer.json();
}

type Ask = (call: CarrierCall, body: object, code: CarrierCode) => Promise<unknown>;
const forms: [string, Ask][] = [
  [
    'in process',
    async (call, body) => inProcess[call](('requestId' in body ? body.requestId : body) as never),
  ],
  ['over HTTP', overHttp],
];

describe.each(forms)('the carrier %s', (_, ask) => {
  const confirm = (person: Person, changes: object = {}) =>
    ask('confirm', { ...askedAbout(person), ...changes }, person.telcoCd as CarrierCode);
  async function request(person: Person, changes: object = {}): Promise<string> {
    return ((await confirm(person, changes)) as { requestId: string }).requestId;
  }
  const outcome = (requestId: string, code: CarrierCode = 'S') => ask('outcome', { requestId }, code);

  test('returns how to open its app, and what the phone displays', async () => {
    const answer = (await confirm(people.daegi)) as { requestId: string };
    expect(answer).toEqual({
      status: 'requested',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      install: { web: `${world.sandbox}/sandbox?phoneNo=${people.daegi.phoneNo}` },
      open: { web: `${world.sandbox}/sandbox/open/${answer.requestId}` },
      shown: [...shownParts],
      calls: true,
    });
  });

  test("doesn't confirm a name and number that don't match", async () => {
    expect(await confirm(people.hana, { name: '김둘' })).toEqual({ status: 'unconfirmed' });
  });

  test('reports a number without the app as unregistered if name and number match', async () => {
    const install = { web: `${world.sandbox}/sandbox?phoneNo=${people.miseol.phoneNo}` };
    expect(await confirm(people.miseol)).toEqual({ status: 'unregistered', install });
    expect(await confirm(people.miseol, { name: '김둘' })).toEqual({ status: 'unconfirmed' });
  });

  test.each([
    ['declined', { status: 'declined', retryAfter: 60 }],
    ['foreign-answer', { status: 'perhaps' }],
    ['slow', expect.objectContaining({ status: 'requested' })],
  ])('fails only its own requests with a fault of one carrier: %s', async (kind, answered) => {
    const fault = { endpoint: 'carrier', kind, telcoCd: 'K', milliseconds: 20 };
    await askSandbox(world, 'PUT', '/faults', { faults: [fault] });
    expect(await confirm(people.hana)).toMatchObject({ status: 'requested' });
    const before = performance.now();
    expect(await confirm(people.duri)).toEqual(answered);
    expect(performance.now() - before).toBeGreaterThan(15);
    expect(await confirm(people.duri)).toMatchObject({ status: 'requested' });
  });

  test('fails requests with and without a number during its outage', async () => {
    const fault = { endpoint: 'carrier', kind: 'outage', telcoCd: 'K', count: 2 };
    await askSandbox(world, 'PUT', '/faults', { faults: [fault] });
    await expect(confirm(people.duri)).rejects.toThrow();
    await expect(ask('start', asked('K'), 'K')).rejects.toThrow();
    expect(await ask('start', asked('K'), 'K')).toMatchObject({ status: 'started' });
  });

  test('returns identity, location, and method with an approval', async () => {
    expect(await outcome(await request(people.hana))).toEqual({
      status: 'approved',
      identity: expect.objectContaining({ name: '김하나', phoneNo: people.hana.phoneNo, agegroup: '30' }),
      phone: { country: 'KR', network: 'SKT' },
      method: 'possession',
    });
  });

  test('returns the reason of a denial', async () => {
    expect(await outcome(await request(people.geojeol), 'K')).toEqual({ status: 'denied', why: 'person' });
    const id = await request(people.daegi);
    const { choices } = await latestRequest(world, people.daegi.phoneNo);
    const wrong = choices.find((choice) => choice !== '42');
    await askSandbox(world, 'POST', `/requests/${id}/approve`, { match: wrong });
    expect(await outcome(id)).toEqual({ status: 'denied', why: 'wrong_number' });
  });

  test('prompts the phone once for identical requests, even simultaneous ones', async () => {
    const before = (await requestsOf(world, people.daegi.phoneNo)).length;
    const question = askedAbout(people.daegi);
    const answers = await Promise.all([1, 2, 3].map(() => ask('confirm', question, 'S')));
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect((await requestsOf(world, people.daegi.phoneNo)).length).toBe(Math.min(20, before + 1));
  });

  test('ends a request by expiresIn, regardless of expires', async () => {
    const id = await request(people.daegi, { expires: 1, expiresIn: 60 });
    await world.clock.advance(59);
    expect(await outcome(id)).toEqual({ status: 'pending' });
    await world.clock.advance(1);
    expect(await outcome(id)).toEqual({ status: 'expired' });
  });

  test('ignores an answer to a cancelled request', async () => {
    const requestId = await request(people.daegi);
    expect(await ask('cancel', { requestId }, 'S')).toEqual({ status: 'done' });
    await askSandbox(world, 'POST', `/requests/${requestId}/approve`, { match: '42' });
    expect(await outcome(requestId)).toEqual({ status: 'cancelled' });
    expect(await ask('cancel', { requestId: 'none' }, 'S')).toEqual({ status: 'done' });
  });

  test('ignores a cancellation after the answer', async () => {
    const requestId = await request(people.hana);
    await ask('cancel', { requestId }, 'S');
    expect(await outcome(requestId)).toMatchObject({ status: 'approved' });
  });

  test('keeps an app-initiated request waiting for a phone, and returns the same code for the same request', async () => {
    const question = asked('K');
    const started = (await ask('start', question, 'K')) as { requestId: string };
    expect(started).toMatchObject({
      status: 'started',
      open: { web: `${world.sandbox}/sandbox/open/${started.requestId}` },
      code: expect.stringMatching(/^[\w-]{16,200}$/),
      shown: [...shownParts],
    });
    expect(await ask('start', question, 'K')).toEqual(started);
    expect(await outcome(started.requestId, 'K')).toEqual({ status: 'pending' });
  });

  test('accepts a notice', async () => {
    const { expires, expiresIn, returnTo, ...told } = asked('S');
    const notice: Notice = { ...told, kind: 'new_browser', phoneNo: people.hana.phoneNo, mvno: false, at: 1 };
    expect(await ask('notify', notice, 'S')).toEqual({ status: 'taken' });
  });

  test("doesn't respond for a subscriber whose carrier fails", async () => {
    await expect(confirm(people.jeomgeom)).rejects.toThrow();
  });
});

describe('over HTTP', () => {
  const token = serviceSecrets.CARRIER_S_TOKEN;

  test.each(['', 'x'.repeat(64), serviceSecrets.CARRIER_TOKEN])('rejects the token %j', async (wrong) => {
    expect((await post('outcome', { requestId: 'x' }, wrong)).status).toBe(401);
  });

  test('confirms only its own subscribers', async () => {
    expect((await post('confirm', askedAbout(people.duri), token)).status).toBe(400);
  });

  test("doesn't know another carrier's requests", async () => {
    const { requestId } = (await overHttp('confirm', askedAbout(people.duri), 'K')) as { requestId: string };
    expect(await overHttp('outcome', { requestId }, 'S')).toEqual({ status: 'expired' });
    const pending = (await overHttp('start', asked('K'), 'K')) as { requestId: string };
    await overHttp('cancel', pending, 'S');
    expect(await overHttp('outcome', pending, 'K')).toEqual({ status: 'pending' });
  });

  test('accepts an ID that another carrier has', async () => {
    const id = { id: 'same-for-both' };
    const [one, other] = [
      await overHttp('confirm', { ...askedAbout(people.hana), ...id }, 'S'),
      await overHttp('confirm', { ...askedAbout(people.duri), ...id }, 'K'),
    ] as { requestId: string }[];
    expect(one?.requestId).not.toBe(other?.requestId);
  });

  test.each(['id', 'signIn', 'telcoCd', 'phoneNo', 'match', 'entry', 'expiresIn', 'context', 'returnTo'])(
    'rejects a request without %s',
    async (field) => {
      const answer = await post('confirm', { ...askedAbout(people.hana), [field]: undefined }, token);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { message: string }).message).toContain(field);
    },
  );

  test('returns 404 for an unknown call, and 503 for a failing carrier', async () => {
    expect((await post('erase', {}, token)).status).toBe(404);
    expect((await post('confirm', askedAbout(people.jeomgeom), token)).status).toBe(503);
  });
});
