import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import type { ConfirmationRequest } from '../../workers/core/carrier/port.ts';
import { isAllowedAddress } from '../allowed-address.ts';
import { Carriers } from '../carrier/carriers.ts';
import type { Directory } from '../directory/index.ts';
import { faultSchema } from '../fault.ts';
import { RelayBrowser } from '../relay/relay-browser.ts';
import { ScriptFreeBrowser } from '../script-free-browser.ts';
import { closeSideBySide, readSideBySide, signInAs } from '../side-by-side.ts';
import { directoryInMemory } from './support/stored-in-memory.ts';

const now = 1_793_000_000;
let directory: Directory;
beforeEach(() => {
  directory = directoryInMemory();
});
afterEach(() => void vi.unstubAllGlobals());

const env = () =>
  ({
    ...{ BASE_URL: 'https://login.example.com', SANDBOX_URL: 'http://localhost:8787' },
    DIRECTORY: { idFromName: String, get: () => directory },
  }) as never;

describe('a page of the sandbox opens', () => {
  const context = (url: string) =>
    ({ env: { BASE_URL: 'https://login.example.com' }, url: new URL(url) }) as const;

  test.each([
    ['http://localhost:8787/x', true],
    ['http://127.0.0.1:8787/x', true],
    ['http://[::1]:8787/x', true],
    ['https://login.example.com/x', true],
    ['http://localhost:3000/x', false],
    ['https://localhost:8787/x', false],
    ['http://login.example.com/x', false],
    ['https://evil.example.com/x', false],
    ['javascript:alert(1)', false],
    ['/x', false],
    [undefined, false],
  ])('%s: %s', (address, isAllowed) => {
    expect(isAllowedAddress(address, context('http://localhost:8787/sandbox'))).toBe(isAllowed);
  });

  test('at an address of another machine nothing on this machine', () => {
    const from = context('https://sandbox.example.com:8787/sandbox');
    expect(isAllowedAddress('https://localhost:8787/x', from)).toBe(false);
  });
});

describe('a browser without scripts', () => {
  test('forgets a cookie that is deleted, and follows nothing by itself', async () => {
    const sent: (string | undefined)[] = [];
    const answers = [
      { 'Set-Cookie': 'a=1; Path=/' },
      { 'Set-Cookie': 'b=2; Path=/; Max-Age=60' },
      { 'Set-Cookie': 'a=; Path=/; Max-Age=0', Location: '/elsewhere' },
      {},
    ];
    vi.stubGlobal('fetch', async (_: URL, { headers, redirect }: RequestInit) => {
      expect(redirect).toBe('manual');
      sent.push((headers as Record<string, string>).Cookie);
      return new Response(null, { headers: answers[sent.length - 1] as Record<string, string> });
    });
    const browser = new ScriptFreeBrowser('http://localhost:8787');
    for (const path of ['/1', '/2', '/3', '/4']) await browser.get(path);
    expect(sent).toEqual([undefined, 'a=1', 'a=1; b=2', 'b=2']);
  });

  test.each([
    ['http://localhost:8787/', true],
    ['http://localhost:3000/', true],
    ['https://localhost:3000/', false],
    ['http://example.com/', false],
  ])('of a relay opens %s: %s', (address, opens) => {
    expect(new RelayBrowser('http://localhost:8787', '').isOnThisMachine(new URL(address))).toBe(opens);
  });
});

describe('a fault', () => {
  const carrier = (kind: string, more: object = {}) =>
    v.parse(faultSchema, { endpoint: 'carrier', kind, ...more });

  test('delays at most a minute, a million times', () => {
    const valid = (more: object) => v.is(faultSchema, { endpoint: 'carrier', kind: 'slow', ...more });
    expect([valid({ milliseconds: 60_000 }), valid({ milliseconds: 60_001 })]).toEqual([true, false]);
    expect([valid({ count: 0 }), valid({ count: 1_000_000 }), valid({ count: 1_000_001 })]).toEqual([
      ...[false, true, false],
    ]);
  });

  test('of a carrier adds its delay to that of others, and counts down', async () => {
    const waits: number[] = [];
    vi.stubGlobal('scheduler', { wait: async (milliseconds: number) => void waits.push(milliseconds) });
    directory.setFaults([
      carrier('slow', { milliseconds: 200, count: 2 }),
      carrier('slow', { milliseconds: 300 }),
      carrier('slow', { milliseconds: 5_000, telcoCd: 'K' }),
    ]);
    const carriers = new Carriers(env(), now);
    for (const id of ['first-request', 'second-request', 'third-request'])
      await carriers.confirm({ ...question(), id });
    expect(waits).toEqual([500, 200]);
    expect(directory.faults()).toMatchObject([{ telcoCd: 'K', count: 1 }]);
  });
});

const question = (): ConfirmationRequest => askedAbout(people.hana);
const confirm = (more: object = {}, at = now) => {
  const answer = directory.confirm({ ...question(), ...more }, at);
  return answer.status === 'requested' ? answer.requestId : answer.status;
};

describe('a request to a phone', () => {
  test('is sent once for each carrier and ID', () => {
    const id = 'one-request';
    const waiting = { id, phoneNo: '01000000004', name: '박대기' };
    const first = confirm(waiting);
    expect(confirm(waiting)).toBe(first);
    expect(confirm({ id, phoneNo: '01000000002', name: '이두리', telcoCd: 'K' })).not.toBe(first);
    expect(directory.requests(undefined, now)).toHaveLength(2);
  });

  test.each([
    [{ mvno: true }, 'unconfirmed'],
    [{ telcoCd: 'K' }, 'unconfirmed'],
    [{ name: '박하나' }, 'unconfirmed'],
    [{ phoneNo: '01000000010', name: '서알뜰', telcoCd: 'K', mvno: false }, 'unconfirmed'],
    [{ phoneNo: '01000000008', name: '윤미설', telcoCd: 'K' }, 'unregistered'],
    [{ phoneNo: '01000000007', name: '강점검' }, 'failed'],
  ])('%j is %s', (more, status) => {
    expect(confirm(more)).toBe(status);
  });

  test('expires at its time, can then not be canceled or approved, and is known only to its carrier', () => {
    const id = confirm({ phoneNo: '01000000004', name: '박대기' });
    const { expiresIn } = question();
    const status = (at: number, carriers: readonly 'S'[] | readonly 'K'[] = ['S']) =>
      directory.outcome(id, carriers, at).status;
    expect([status(now + expiresIn - 1), status(now + expiresIn), status(now, ['K'])]).toEqual([
      ...['pending', 'expired', 'expired'],
    ]);
    directory.cancel(id, ['K'], now);
    directory.cancel(id, ['S'], now + expiresIn);
    expect(directory.decide(id, directory.request(id, now)?.match, now + expiresIn)?.status).toBe('expired');
    expect(status(now)).toBe('pending');
    directory.cancel(id, ['S'], now);
    expect(status(now)).toBe('cancelled');
  });

  test('that was answered is not canceled', () => {
    const id = confirm();
    directory.cancel(id, ['S'], now);
    expect(directory.outcome(id, ['S'], now)).toMatchObject({
      status: 'approved',
      subscriber: { name: '김하나' },
    });
  });

  test('is denied when the subscriber leaves, and an approval then names no subscriber', () => {
    const waiting = confirm({ phoneNo: '01000000004', name: '박대기' });
    directory.leave('01000000004');
    expect(directory.outcome(waiting, ['S'], now).status).toBe('denied');
    const approved = confirm();
    directory.leave('01000000001');
    expect(directory.outcome(approved, ['S'], now)).toEqual({ status: 'approved' });
  });

  test('that was approved by a subscriber who has left is a denial for the service', async () => {
    const id = confirm();
    directory.leave('01000000001');
    expect(await new Carriers(env(), now).outcome(id)).toEqual({ status: 'denied', why: 'person' });
    directory.register('01000000001');
    expect(await new Carriers(env(), now).outcome(id)).toMatchObject({ status: 'approved' });
  });

  test('is opened by one phone of the carrier, with the app', () => {
    const { requestId } = directory.start({ ...question(), id: 'a-start', way: 'link' } as never, now);
    const open = (phoneNo: string) => directory.open(requestId, phoneNo, now)?.phoneNo;
    directory.leave('01000000001');
    expect(['01000000001', '01000000002', '01000000008', '01099999999'].map(open)).toEqual(
      Array(4).fill(undefined),
    );
    expect([open('01000000004'), open('01000000007'), open('01000000004')]).toEqual([
      ...['01000000004', undefined, '01000000004'],
    ]);
  });
});

test('a phone shows five notices, the newest first, each once', () => {
  const notice = (id: string, more: object = {}) =>
    directory.notify({ id, phoneNo: '01000000001', telcoCd: 'S', ...more } as never);
  for (const id of ['1', '2', '3', '3', '4', '5', '6']) notice(id);
  notice('6', { phoneNo: '01000000002', telcoCd: 'K' });
  const shown = (phoneNo: string) => directory.notices(phoneNo).map(({ id }) => id);
  expect(shown('01000000001')).toEqual(['6', '5', '4', '3', '2']);
  expect(shown('01000000002')).toEqual(['6']);
});

test('the latest twenty relays are stored', () => {
  for (let count = 1; count <= 21; count += 1) directory.keepRelay({ id: `r${count}` } as never);
  expect([directory.relay('r1'), directory.relay('r2'), directory.relay('r21')]).toEqual([
    ...[undefined, { id: 'r2' }, { id: 'r21' }],
  ]);
});

describe('the phone next to the shop', () => {
  const context = (path: string, body: string, headers: object = {}) => {
    const url = new URL(`http://localhost:8787${path}`);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const request = new Request(url, { method: 'POST', body, headers: { ...type, ...headers } });
    return { url, request, env: env() } as never;
  };
  const own = { Origin: 'http://localhost:8787' };

  test('starts a full sign-in, even where another user would be logged in automatically', async () => {
    const body = 'phoneNo=01000000001&agree=Y';
    const answer = await signInAs(context('/sandbox/side-by-side', body, own));
    expect(answer.headers.get('Location')).toBe('/auth/login?return_to=/&prompt=login');
    const [cookie = ''] = answer.headers.get('Set-Cookie')?.split(';') ?? [];
    expect(readSideBySide(new Request('http://localhost:8787/', { headers: { Cookie: cookie } }))).toEqual({
      ...{ phoneNo: '01000000001', run: 'form', agree: 'Y' },
    });
  });

  test.each([
    ['starts', signInAs],
    ['closes', closeSideBySide],
  ])('%s for no other site', async (_, handler) => {
    const other = context('/sandbox/side-by-side', 'phoneNo=01000000001', {
      Origin: 'https://evil.example.com',
    });
    await expect(handler(other)).rejects.toMatchObject({ values: { item: 'Origin' } });
  });
});
