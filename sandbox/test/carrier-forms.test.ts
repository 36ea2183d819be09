import { beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, type CarrierCall, type Notice, shownParts } from '../../packages/plid/carrier/port.ts';
import type { CarrierCode } from '../../packages/plid/protocol/user-record.ts';
import { type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout, sendToCarrier } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { serviceSecrets } from '../../test/support/world/test-settings.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

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

describe.each(forms)('%s', (_, ask) => {
  const confirm = (person: Person, changes: object = {}) =>
    ask('confirm', { ...askedAbout(person), ...changes }, person.telcoCd as CarrierCode);
  async function request(person: Person, changes: object = {}): Promise<string> {
    return ((await confirm(person, changes)) as { requestId: string }).requestId;
  }
  const outcome = (requestId: string, code: CarrierCode = 'S') => ask('outcome', { requestId }, code);

  test('a request says how its app is opened, and what the phone shows', async () => {
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

  test('a name and a number that do not belong together are not confirmed', async () => {
    expect(await confirm(people.hana, { name: '김둘' })).toEqual({ status: 'unconfirmed' });
  });

  test('a number without the app is unregistered, where name and number belong together', async () => {
    const install = { web: `${world.sandbox}/sandbox?phoneNo=${people.miseol.phoneNo}` };
    expect(await confirm(people.miseol)).toEqual({ status: 'unregistered', install });
    expect(await confirm(people.miseol, { name: '김둘' })).toEqual({ status: 'unconfirmed' });
  });

  test.each([
    ['declined', { status: 'declined', retryAfter: 60 }],
    ['foreign-answer', { status: 'perhaps' }],
    ['slow', expect.objectContaining({ status: 'requested' })],
  ])('a fault of one carrier is met by questions to it alone: %s', async (kind, answered) => {
    const fault = { endpoint: 'carrier', kind, telcoCd: 'K', milliseconds: 20 };
    await askSandbox(world, 'PUT', '/faults', { faults: [fault] });
    expect(await confirm(people.hana)).toMatchObject({ status: 'requested' });
    const before = performance.now();
    expect(await confirm(people.duri)).toEqual(answered);
    expect(performance.now() - before).toBeGreaterThan(15);
    expect(await confirm(people.duri)).toMatchObject({ status: 'requested' });
  });

  test('an outage of one carrier fails its questions, with and without a number', async () => {
    const fault = { endpoint: 'carrier', kind: 'outage', telcoCd: 'K', count: 2 };
    await askSandbox(world, 'PUT', '/faults', { faults: [fault] });
    await expect(confirm(people.duri)).rejects.toThrow();
    await expect(ask('start', asked('K'), 'K')).rejects.toThrow();
    expect(await ask('start', asked('K'), 'K')).toMatchObject({ status: 'started' });
  });

  test('an approval says who it is, where the phone is, and how it knew', async () => {
    expect(await outcome(await request(people.hana))).toEqual({
      status: 'approved',
      identity: expect.objectContaining({ name: '김하나', phoneNo: people.hana.phoneNo, agegroup: '30' }),
      phone: { country: 'KR', network: 'SKT' },
      method: 'possession',
    });
  });

  test('a denial says why', async () => {
    expect(await outcome(await request(people.geojeol), 'K')).toEqual({ status: 'denied', why: 'person' });
    const id = await request(people.daegi);
    const { choices } = await latestRequest(world, people.daegi.phoneNo);
    const wrong = choices.find((choice) => choice !== '42');
    await askSandbox(world, 'POST', `/requests/${id}/approve`, { match: wrong });
    expect(await outcome(id)).toEqual({ status: 'denied', wrongNumber: true, why: 'wrong_number' });
  });

  test('the same question asks the phone once, also where two come at once', async () => {
    const before = (await requestsOf(world, people.daegi.phoneNo)).length;
    const question = askedAbout(people.daegi);
    const answers = await Promise.all([1, 2, 3].map(() => ask('confirm', question, 'S')));
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect((await requestsOf(world, people.daegi.phoneNo)).length).toBe(Math.min(20, before + 1));
  });

  test('a request ends by expiresIn, whatever expires says', async () => {
    const id = await request(people.daegi, { expires: 1, expiresIn: 60 });
    await world.clock.advance(59);
    expect(await outcome(id)).toEqual({ status: 'pending' });
    await world.clock.advance(1);
    expect(await outcome(id)).toEqual({ status: 'expired' });
  });

  test('a cancelled request is cancelled, and an answer that comes all the same counts for nothing', async () => {
    const requestId = await request(people.daegi);
    expect(await ask('cancel', { requestId }, 'S')).toEqual({ status: 'done' });
    await askSandbox(world, 'POST', `/requests/${requestId}/approve`, { match: '42' });
    expect(await outcome(requestId)).toEqual({ status: 'cancelled' });
    expect(await ask('cancel', { requestId: 'none' }, 'S')).toEqual({ status: 'done' });
  });

  test('a cancellation after an answer changes nothing', async () => {
    const requestId = await request(people.hana);
    await ask('cancel', { requestId }, 'S');
    expect(await outcome(requestId)).toMatchObject({ status: 'approved' });
  });

  test('a start without a person waits for a phone; the same one has the same code', async () => {
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

  test('a notice is taken', async () => {
    const { expires, expiresIn, returnTo, ...told } = asked('S');
    const notice: Notice = { ...told, kind: 'new_browser', phoneNo: people.hana.phoneNo, mvno: false, at: 1 };
    expect(await ask('notify', notice, 'S')).toEqual({ status: 'taken' });
  });

  test('a subscriber whose carrier fails gets no answer', async () => {
    await expect(confirm(people.jeomgeom)).rejects.toThrow();
  });
});

describe('over HTTP', () => {
  const token = serviceSecrets.CARRIER_S_TOKEN;

  test.each(['', 'x'.repeat(64), serviceSecrets.CARRIER_TOKEN])(
    'the token %j opens nothing',
    async (wrong) => {
      expect((await post('outcome', { requestId: 'x' }, wrong)).status).toBe(401);
    },
  );

  test('a carrier is asked about its own customers alone', async () => {
    expect((await post('confirm', askedAbout(people.duri), token)).status).toBe(400);
  });

  test('a carrier knows nothing of the requests of another', async () => {
    const { requestId } = (await overHttp('confirm', askedAbout(people.duri), 'K')) as { requestId: string };
    expect(await overHttp('outcome', { requestId }, 'S')).toEqual({ status: 'expired' });
    const pending = (await overHttp('start', asked('K'), 'K')) as { requestId: string };
    await overHttp('cancel', pending, 'S');
    expect(await overHttp('outcome', pending, 'K')).toEqual({ status: 'pending' });
  });

  test('two carriers may be sent the same id', async () => {
    const id = { id: 'same-for-both' };
    const [one, other] = [
      await overHttp('confirm', { ...askedAbout(people.hana), ...id }, 'S'),
      await overHttp('confirm', { ...askedAbout(people.duri), ...id }, 'K'),
    ] as { requestId: string }[];
    expect(one?.requestId).not.toBe(other?.requestId);
  });

  test.each(['id', 'signIn', 'telcoCd', 'phoneNo', 'match', 'entry', 'expiresIn', 'context', 'returnTo'])(
    'a question without %s is refused',
    async (field) => {
      const answer = await post('confirm', { ...askedAbout(people.hana), [field]: undefined }, token);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { message: string }).message).toContain(field);
    },
  );

  test('a call that there is not is not found, and a carrier that fails answers 503', async () => {
    expect((await post('erase', {}, token)).status).toBe(404);
    expect((await post('confirm', askedAbout(people.jeomgeom), token)).status).toBe(503);
  });
});
