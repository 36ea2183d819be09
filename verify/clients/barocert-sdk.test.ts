import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publicBarocertAccount } from '../../sandbox/barocert/public-vendor-account.ts';
import { serveSandboxBarocert } from '../../sandbox/start/sandbox-barocert.ts';
import type { OwnAddress } from '../../sandbox/start/serve-at-own-address.ts';
import { approveOn, denyOn, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { askSandbox, latestRequest } from '../../test/support/requests/sandbox-requests.ts';
import { localSecrets } from '../../test/support/world/test-settings.ts';
import { useClientWorld } from './client-world.ts';

/** The part of the vendor's SDK that a login uses. The SDK has no types of its own. */
interface PassService {
  _encrypt(text: string): string;
  requestLogin(clientCode: string, login: object, success: Done, error: Done): void;
  getLoginStatus(clientCode: string, receiptID: string, success: Done, error: Done): void;
  verifyLogin(clientCode: string, receiptID: string, verification: object, success: Done, error: Done): void;
}
type Done = (answer: never) => void;
type Person = { name: string; phoneNo: string };
interface Sdk {
  config(options: object): void;
  PasscertService(): PassService;
}

const world = useClientWorld();
const { BAROCERT_LINK_ID: LinkID, BAROCERT_CLIENT_CODE: clientCode } = publicBarocertAccount;
const { BAROCERT_SECRET_KEY: SecretKey } = localSecrets;
const require = createRequire(new URL('./barocert/package.json', import.meta.url));

let served: OwnAddress;
beforeAll(async () => {
  served = await serveSandboxBarocert(world.address);
});
afterAll(() => served.close());
afterEach(() => askSandbox(world, 'DELETE', '/faults'));

/** A new copy of the SDK, which keeps its options and its token in the module. */
function loadSdk(options: object = {}): PassService {
  for (const file of Object.keys(require.cache))
    if (/\/barocert\/index\.js$/.test(file)) delete require.cache[file];
  const sdk = require('barocert') as Sdk;
  const addresses = { AuthURL: served.address, ServiceURL: served.address };
  sdk.config({ LinkID, SecretKey, IPRestrictOnOff: false, UseLocalTimeYN: true, ...addresses, ...options });
  return sdk.PasscertService();
}

/** Waits for a call of the SDK. @returns its answer. @throws the vendor's error. */
const done = <Answer>(call: (success: (answer: Answer) => void, error: (reason: never) => void) => void) =>
  new Promise<Answer>((resolve, reject) => call(resolve, reject));

function request(pass: PassService, { phoneNo, name }: Person, more: object = {}) {
  const login = {
    receiverHP: pass._encrypt(phoneNo),
    receiverName: pass._encrypt(name),
    reqTitle: '데모숍 로그인',
    reqMessage: pass._encrypt('화면의 숫자 42와 같은지 확인해 주세요.'),
    callCenterNum: '1600-0000',
    expireIn: 120,
    token: pass._encrypt('signed text'),
    userAgreementYN: true,
    receiverInfoYN: true,
    ...more,
  };
  type Receipt = { receiptID: string; scheme?: string; marketUrl?: string };
  return done<Receipt>((success, error) => pass.requestLogin(clientCode, login, success, error));
}

const statusOf = (pass: PassService, receiptID: string) =>
  done<{ state: number }>((success, error) => pass.getLoginStatus(clientCode, receiptID, success, error));

function verify(pass: PassService, receiptID: string, { phoneNo, name }: Person) {
  const fields = { receiverHP: pass._encrypt(phoneNo), receiverName: pass._encrypt(name) };
  return done<object>((success, error) => pass.verifyLogin(clientCode, receiptID, fields, success, error));
}

/** The vendor's errors, which have a negative code. */
const vendorError = { code: expect.any(Number), message: expect.any(String) };

describe("the vendor's SDK", () => {
  test('signs a user in by a push message', async () => {
    const pass = loadSdk();
    const person = await newSubscriber(world, 'waits');
    const { receiptID, ...links } = await request(pass, person);
    expect(links).toEqual({});
    expect(await statusOf(pass, receiptID)).toMatchObject({ clientCode, receiptID, state: 0 });
    expect((await latestRequest(world, person.phoneNo)).message).toEqual({
      text: '화면의 숫자 42와 같은지 확인해 주세요.',
      callCenter: '1600-0000',
    });
    await approveOn(world, person.phoneNo);
    expect(await statusOf(pass, receiptID)).toMatchObject({ state: 1 });
    expect(await verify(pass, receiptID, person)).toMatchObject({
      ...{ receiptID, state: 1, receiverName: person.name, receiverYear: '1995', receiverDay: '0315' },
      ...{ receiverGender: 'M', receiverForeign: 'N', receiverTelcoType: 'SKT' },
      ci: expect.stringMatching(/^[\w+/]{86}==$/),
    });
  });

  test('signs a user in by the app on the same device', async () => {
    const pass = loadSdk();
    const person = await newSubscriber(world, 'waits');
    const app = { appUseYN: true, telcoType: 'SKT', deviceOSType: 'ANDROID' };
    const { receiptID, scheme = '', marketUrl } = await request(pass, person, app);
    expect(marketUrl).toContain(person.phoneNo);
    const opened = await world.fetch(scheme, { headers: { Accept: 'text/html' } });
    expect(await opened.text()).toContain('데모숍 로그인</h3>');
    await approveOn(world, person.phoneNo);
    expect(await verify(pass, receiptID, person)).toMatchObject({ receiverName: person.name });
  });

  test('reads a denial and an expiration', async () => {
    const pass = loadSdk();
    const person = await newSubscriber(world, 'waits');
    const denied = await request(pass, person);
    await denyOn(world, person.phoneNo);
    expect(await statusOf(pass, denied.receiptID)).toMatchObject({ state: 3 });
    await expect(verify(pass, denied.receiptID, person)).rejects.toMatchObject(vendorError);
    const expired = await request(pass, person);
    await world.clock.advance(120);
    expect(await statusOf(pass, expired.receiptID)).toMatchObject({ state: 2 });
  });

  test('gets the errors of the vendor', async () => {
    const pass = loadSdk();
    const person = await newSubscriber(world);
    const { receiptID } = await request(pass, person);
    const other = { ...person, name: '김둘' };
    await expect(request(pass, other)).rejects.toMatchObject(vendorError);
    await expect(verify(pass, receiptID, other)).rejects.toMatchObject(vendorError);
    await expect(statusOf(pass, '0'.repeat(32))).rejects.toMatchObject(vendorError);
    const noApp = await newSubscriber(world, 'unregistered');
    await expect(request(pass, noApp)).rejects.toMatchObject(vendorError);
    await expect(request(pass, person, { appUseYN: true })).rejects.toMatchObject(vendorError);
    const kind = 'expired-token';
    await askSandbox(world, 'PUT', '/faults', { faults: [{ endpoint: 'barocert/status', kind }] });
    await expect(statusOf(pass, receiptID)).rejects.toMatchObject(vendorError);
    expect(await statusOf(pass, receiptID)).toMatchObject({ state: 1 });
  });

  test.each([
    ['another secret key', { SecretKey: Buffer.alloc(32, 7).toString('base64') }],
    ['another LinkID', { LinkID: 'OTHER' }],
  ])('gets no token with %s', async (_, options) => {
    const person = await newSubscriber(world);
    await expect(request(loadSdk(options), person)).rejects.toMatchObject(vendorError);
  });
});
