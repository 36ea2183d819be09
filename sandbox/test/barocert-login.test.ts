import { beforeAll, describe, expect, test } from 'vitest';
import { approveOn, changeSubscriber, denyOn, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox, latestRequest, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { publicBarocertAccount } from '../barocert/public-vendor-account.ts';
import { BarocertCaller, encrypt, loginFields } from './support/barocert-caller.ts';
import { refusedWith } from './support/refused-by-vendor.ts';

const world = useWorld({ half: 'service' });
let vendor: BarocertCaller;
beforeAll(() => {
  vendor = new BarocertCaller(world);
});

const clientCode = publicBarocertAccount.BAROCERT_CLIENT_CODE;
const stateOf = async (receiptID: string) => (await vendor.status(receiptID)).body.state;
const koreanDigits = (seconds: number) =>
  new Date((seconds + 9 * 3600) * 1000).toISOString().slice(0, 19).replaceAll(/\D/g, '');

describe('a login request', () => {
  test('gets a receipt of 32 digits, and no links', async () => {
    const { body } = await vendor.login(loginFields(people.daegi));
    expect(body).toEqual({ receiptID: expect.stringMatching(new RegExp(`^0\\d{6}${clientCode}\\d{13}$`)) });
    const again = await vendor.login(loginFields(people.daegi));
    expect(again.body.receiptID).not.toBe(body.receiptID);
  });

  test('shows title, message, and call center on the phone, which approves it without a number', async () => {
    await vendor.receiptOf(people.daegi);
    const { id, ...request } = await latestRequest(world, people.daegi.phoneNo);
    expect(request).toMatchObject({
      application: '데모숍 로그인',
      status: 'pending',
      message: { text: '화면의 숫자 42와 같은지 확인해 주세요.', callCenter: '1600-0000' },
    });
    expect(request).not.toHaveProperty('telcoCd');
    const headers = { Accept: 'text/html', 'Accept-Language': 'ko' };
    const page = await world.fetch(`${world.sandbox}/sandbox?phoneNo=${people.daegi.phoneNo}`, { headers });
    const text = await page.text();
    const [article = ''] = /<article[^>]*id?[^>]*asks-[\s\S]*?<\/article>/.exec(text) ?? [];
    expect(article).toContain('데모숍 로그인</h3>');
    expect(article).toContain('화면의 숫자 42와 같은지 확인해 주세요.');
    expect(article).toContain('1600-0000');
    expect(article.match(/name="match"/g)).toHaveLength(1);
    expect(article).toContain('네, 제가 로그인합니다');
  });

  test('may have no message', async () => {
    await vendor.receiptOf(people.daegi, { reqMessage: undefined });
    const { message } = await latestRequest(world, people.daegi.phoneNo);
    expect(message).toEqual({ callCenter: '1600-0000' });
  });

  test('of an application that opens the app gets links to the request and to the phone', async () => {
    const app = { appUseYN: true, telcoType: 'SKT', deviceOSType: 'ANDROID' };
    const { body } = await vendor.login(loginFields(people.daegi, app));
    const { id } = await latestRequest(world, people.daegi.phoneNo);
    expect(body).toMatchObject({
      scheme: `${world.sandbox}/sandbox/open/${id}`,
      marketUrl: `${world.sandbox}/sandbox?phoneNo=${people.daegi.phoneNo}`,
    });
    const opened = await world.fetch(String(body.scheme), { headers: { Accept: 'text/html' } });
    expect(await opened.text()).toContain(`/sandbox/requests/${id}/approve?opened=Y`);
    await askSandbox(world, 'POST', `/requests/${id}/approve`, {
      match: (await latestRequest(world, people.daegi.phoneNo)).match,
    });
    expect(await stateOf(String(body.receiptID))).toBe(1);
  });

  test.each([
    ['another name', { receiverName: encrypt('김둘') }],
    ['an unassigned number', { receiverHP: encrypt('01099999999') }],
    ['another date of birth', { receiverBirthday: encrypt('19900102') }],
    ['another century', { receiverBirthday: encrypt('20900101') }],
    ['another network', { appUseYN: true, telcoType: 'KT', deviceOSType: 'IOS' }],
  ])('with %s is refused, and reaches no phone', async (_, changes) => {
    const before = await requestsOf(world, people.hana.phoneNo);
    expect(await vendor.login(loginFields(people.hana, changes))).toMatchObject(refusedWith('mismatch'));
    expect(await requestsOf(world, people.hana.phoneNo)).toEqual(before);
  });

  test('accepts the date of birth, and other spaces in the name', async () => {
    const fields = { receiverBirthday: encrypt('19900101'), receiverName: encrypt('김 하나') };
    expect(await vendor.login(loginFields(people.hana, fields))).toMatchObject({ status: 200 });
  });

  test('is refused for a phone without the app', async () => {
    const noApp = refusedWith('no_app');
    expect(await vendor.login(loginFields(people.miseol))).toMatchObject(noApp);
    expect(await vendor.login(loginFields(people.miseol, { receiverName: encrypt('김둘') }))).toMatchObject(
      refusedWith('mismatch'),
    );
    const person = await newSubscriber(world);
    await askSandbox(world, 'POST', `/subscribers/${person.phoneNo}/leave`);
    expect(await vendor.login(loginFields(person))).toMatchObject(noApp);
  });

  test('fails for a subscriber whose carrier fails', async () => {
    expect(await vendor.login(loginFields(people.jeomgeom))).toMatchObject(refusedWith('carrier_failed'));
  });
});

describe('the status of a login', () => {
  test.each([
    { phone: 'waits', person: people.daegi, state: 0 },
    { phone: 'approves', person: people.hana, state: 1 },
    { phone: 'denies', person: people.geojeol, state: 3 },
    { phone: 'is switched off', person: people.manryo, state: 0 },
  ])('on a phone that $phone is $state', async ({ person, state }) => {
    expect(await stateOf(await vendor.receiptOf(person))).toBe(state);
  });

  test('contains its times in Korea, and changes once the user approves', async () => {
    const before = await world.clock.now();
    const receiptID = await vendor.receiptOf(people.daegi);
    const times = { requestDT: koreanDigits(before), expireDT: koreanDigits(before + 120) };
    expect((await vendor.status(receiptID)).body).toEqual({ clientCode, receiptID, state: 0, ...times });
    await world.clock.advance(10);
    await approveOn(world, people.daegi.phoneNo);
    await world.clock.advance(200);
    const completeDT = koreanDigits(before + 10);
    const answer = { clientCode, receiptID, state: 1, ...times, completeDT };
    expect((await vendor.status(receiptID)).body).toEqual(answer);
  });

  test('is rejected once the user denies, also if the user blocks further requests', async () => {
    const receiptID = await vendor.receiptOf(people.daegi);
    await denyOn(world, people.daegi.phoneNo);
    expect((await vendor.status(receiptID)).body).toMatchObject({
      state: 3,
      rejectDT: expect.stringMatching(/^\d{14}$/),
    });
    const other = await vendor.receiptOf(people.daegi);
    const { id } = await latestRequest(world, people.daegi.phoneNo);
    await askSandbox(world, 'POST', `/requests/${id}/deny`, { why: 'blocked' });
    expect(await stateOf(other)).toBe(3);
  });

  test('is expired after its time, and stays so', async () => {
    const receiptID = await vendor.receiptOf(people.manryo, { expireIn: 60 });
    await world.clock.advance(59);
    expect(await stateOf(receiptID)).toBe(0);
    await world.clock.advance(1);
    expect(await stateOf(receiptID)).toBe(2);
  });

  test.each(['0'.repeat(32), '1', 'x'])('of the unknown receipt %s is an error', async (receiptID) => {
    expect(await vendor.status(receiptID)).toMatchObject(refusedWith('unknown_receipt'));
  });

  test('is refused with another token, or for another organization', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    const headers = { Authorization: 'Bearer x' };
    expect(await vendor.status(receiptID, { headers })).toMatchObject(refusedWith('invalid_token'));
    const other = { clientCode: '026110000054' };
    expect(await vendor.status(receiptID, other)).toMatchObject(refusedWith('unknown_client'));
  });

  test("isn't a carrier's request, which another call could cancel", async () => {
    await vendor.receiptOf(people.daegi);
    const { id } = await latestRequest(world, people.daegi.phoneNo);
    const carrier = (await world.env('plid-service-authorize')).CARRIER as unknown as {
      cancel(requestId: string): Promise<unknown>;
    };
    await carrier.cancel(id);
    expect((await latestRequest(world, people.daegi.phoneNo)).status).toBe('pending');
  });
});

describe('the verification of a login', () => {
  test('returns the user, whose name and number are sent again', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    const { status, body } = await vendor.verify(receiptID, people.hana);
    expect(status).toBe(200);
    expect(body).toEqual({
      receiptID,
      state: 1,
      receiverName: '김하나',
      receiverYear: '1990',
      receiverDay: '0101',
      receiverGender: 'F',
      receiverForeign: 'N',
      receiverTelcoType: 'SKT',
      signedData: Buffer.from(`${receiptID}\nsigned text`).toString('base64'),
      ci: expect.stringMatching(/^[\w+/]{86}==$/),
    });
    // The vendor's limit of verifications isn't public.
    expect((await vendor.verify(receiptID, people.hana)).body).toEqual(body);
  });

  test.each([
    {
      person: people.john,
      expected: { receiverYear: '1977', receiverForeign: 'Y', receiverGender: 'M', receiverTelcoType: 'LGU' },
    },
    {
      person: people.altteul,
      expected: { receiverYear: '1988', receiverForeign: 'N', receiverTelcoType: 'KT' },
    },
    { person: people.eorin, expected: { receiverYear: '2018', receiverDay: '0505' } },
  ])('returns the data of $person.name', async ({ person, expected }) => {
    const receiptID = await vendor.receiptOf(person);
    expect((await vendor.verify(receiptID, person)).body).toMatchObject(expected);
  });

  test('returns no data of the user if the request asked for none', async () => {
    const receiptID = await vendor.receiptOf(people.hana, { receiverInfoYN: undefined });
    const { body } = await vendor.verify(receiptID, people.hana);
    expect(body).toEqual({ receiptID, state: 1, signedData: expect.any(String) });
  });

  test.each([
    ['another name', { name: '김둘', phoneNo: people.hana.phoneNo }],
    ["another user's number", { name: '김하나', phoneNo: people.duri.phoneNo }],
    ['another user', people.duri],
  ])('is refused with %s', async (_, person) => {
    const receiptID = await vendor.receiptOf(people.hana);
    expect(await vendor.verify(receiptID, person)).toMatchObject(refusedWith('mismatch'));
  });

  test('is refused before the user approves, and after a denial', async () => {
    for (const person of [people.daegi, people.geojeol])
      expect(await vendor.verify(await vendor.receiptOf(person), person)).toMatchObject(
        refusedWith('not_completed'),
      );
  });

  test('is refused after the user has left the app, or the number belongs to another user', async () => {
    const left = await newSubscriber(world);
    const receiptID = await vendor.receiptOf(left);
    await askSandbox(world, 'POST', `/subscribers/${left.phoneNo}/leave`);
    expect(await vendor.verify(receiptID, left)).toMatchObject(refusedWith('mismatch'));
    const moved = await newSubscriber(world);
    const other = await vendor.receiptOf(moved);
    await changeSubscriber(world, moved.phoneNo, { name: '새주인' });
    expect(await vendor.verify(other, moved)).toMatchObject(refusedWith('mismatch'));
  });

  test('is refused with another signature or for an unknown receipt', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    const key = Buffer.alloc(32, 7);
    expect(await vendor.verify(receiptID, people.hana, { key })).toMatchObject(
      refusedWith('wrong_signature'),
    );
    expect(await vendor.verify('1'.repeat(32), people.hana)).toMatchObject(refusedWith('unknown_receipt'));
  });
});

test('a login is available until 23:59:59 in Korea on the day of its request, and no later', async () => {
  const day = 86_400;
  const untilMidnight = async () => day - (((await world.clock.now()) + 9 * 3600) % day);
  await world.clock.advance(await untilMidnight());
  const receiptID = await vendor.receiptOf(people.hana);
  await world.clock.advance((await untilMidnight()) - 2);
  // Other requests delete old ones.
  const late = await vendor.receiptOf(people.duri);
  await world.clock.advance(1);
  expect(await stateOf(receiptID)).toBe(1);
  expect(await vendor.verify(receiptID, people.hana)).toMatchObject({ status: 200 });
  await world.clock.advance(1);
  for (const [receipt, person] of [
    [receiptID, people.hana],
    [late, people.duri],
  ] as const) {
    expect(await vendor.status(receipt)).toMatchObject(refusedWith('day_over'));
    expect(await vendor.verify(receipt, person)).toMatchObject(refusedWith('day_over'));
  }
});
