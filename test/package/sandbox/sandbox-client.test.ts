import { describe, expect, test, vi } from 'vitest';
import { signInOn } from '../../../packages/plid/sandbox/playwright.ts';
import { createSandboxClient } from '../../../packages/plid/sandbox/sandbox-client.ts';
import { SandboxError } from '../../../packages/plid/sandbox/sandbox-error.ts';
import type { SendToSandbox } from '../../../packages/plid/sandbox/sandbox-request.ts';
import type {
  PhoneRequest,
  SandboxApplication,
  SandboxPerson,
} from '../../../packages/plid/sandbox/types.ts';

const phoneNo = '01000000001';
const kim = { phoneNo, name: '김하나', telcoCd: 'S', gender: 'F', birthdate: '000101', foreign: 'L' };
const waiting = { id: 'r2', match: '42', choices: ['42', '43', '44'], status: 'pending' };
const requests = [{ ...waiting, id: 'r1', status: 'approved' }, waiting] as PhoneRequest[];
const shop = { client_id: 'shop', client_secret: 's', name: 'Shop', redirect_uris: [] };
const other = { ...shop, client_id: 'other' };

/** A client of a sandbox with these answers by path. @returns it, and what it has sent. */
function clientWith(changed: Record<string, object> = {}) {
  const sent: unknown[][] = [];
  const answers: Record<string, object> = {
    '/subscribers': { subscribers: [{ ...kim, phoneNo: '01000000009' }, kim] },
    [`/requests?phoneNo=${phoneNo}`]: { requests, notices: [{ id: 'n1' }] },
    '/requests/r2/approve': { request: { id: 'r2', status: 'approved' } },
    '/requests/r2/deny': { request: { id: 'r2', status: 'denied' } },
    [`/subscribers/${phoneNo}/scan`]: { request: waiting },
    '/faults': { faults: [{ endpoint: '/oauth2/token', kind: 'cut' }] },
    '/clock': { now: 7 },
    '/exchanges': { exchanges: [{ step: 'token' }] },
    '/reset': { applications: [other] },
    '/sign-in': { location: 'l', code: 'c', state: 's', device: 'd' },
    ...changed,
  };
  const ask = (async (...request: unknown[]) => {
    sent.push(request);
    return answers[String(request[1])] ?? {};
  }) as SendToSandbox;
  const client = createSandboxClient('http://localhost:8787', ask, [shop, other] as SandboxApplication[]);
  return { client, sent, person: client.person(phoneNo) };
}
type Client = ReturnType<typeof clientWith>;

const changes = (more: object) => ['POST', '/subscribers', { ...kim, ...more }];
const read = ['GET', '/subscribers', undefined];
const look = ['GET', `/requests?phoneNo=${phoneNo}`, undefined];
const act = (action: string, body?: object) => ['POST', `/subscribers/${phoneNo}/${action}`, body];

describe('a client of the sandbox', () => {
  test.each<[string, (client: Client) => Promise<unknown>, unknown[][], unknown]>([
    ['reads a user', ({ person }) => person.read(), [read], kim],
    ['reads requests', ({ person }) => person.requests(), [look], requests],
    ['reads notices', ({ person }) => person.notices(), [look], [{ id: 'n1' }]],
    ['scans a code', ({ person }) => person.scan('qr'), [act('scan', { code: 'qr' })], waiting],
    [
      'approves the waiting request with its digits',
      ({ person }) => person.approve(),
      [look, ['POST', '/requests/r2/approve', { match: '42' }]],
      { id: 'r2', status: 'approved' },
    ],
    [
      'denies the waiting request',
      ({ person }) => person.deny(),
      [look, ['POST', '/requests/r2/deny', undefined]],
      { id: 'r2', status: 'denied' },
    ],
    [
      'taps a wrong number',
      ({ person }) => person.tapWrongNumber(),
      [look, ['POST', '/requests/r2/approve', { match: '43' }]],
      { id: 'r2', status: 'approved' },
    ],
    [
      'changes a user, except the number',
      ({ person }) => person.change({ name: '이두리', phoneNo: '01000000002' } as Partial<SandboxPerson>),
      [read, changes({ name: '이두리' })],
      undefined,
    ],
    [
      'sets how the phone behaves',
      ({ person }) => person.behaves('denies'),
      [read, changes({ behaviour: 'denies' })],
      undefined,
    ],
    ['lets a subscriber leave', ({ person }) => person.leave(), [act('leave')], undefined],
    ['registers a subscriber', ({ person }) => person.register(), [act('register')], undefined],
    [
      'ends automatic logins',
      ({ person }) => person.endAutomaticLogins('shop'),
      [act('end-automatic-logins', { client_id: 'shop' })],
      undefined,
    ],
    [
      'signs in at the first application',
      ({ client }) => client.signIn(phoneNo),
      [['POST', '/sign-in', { phoneNo, client_id: 'shop' }]],
      { location: 'l', code: 'c', state: 's', device: 'd' },
    ],
    [
      'signs in at another application, with options',
      ({ client }) => client.signIn(phoneNo, 'other', { autoLogin: true, state: 'x' }),
      [['POST', '/sign-in', { phoneNo, client_id: 'other', autoLogin: true, state: 'x' }]],
      expect.objectContaining({ code: 'c' }),
    ],
    [
      "signs in at an application's address, which options replace",
      ({ client }) =>
        client.signInAt('/oauth2/authorize?response_type=code&client_id=other&state=a', phoneNo, {
          state: 'b',
        }),
      [['POST', '/sign-in', { phoneNo, client_id: 'other', state: 'b' }]],
      expect.objectContaining({ code: 'c' }),
    ],
    [
      'signs in with every parameter of an address except response_type',
      ({ client }) =>
        client.signInAt(
          'http://localhost:8787/oauth2/authorize?response_type=code&client_id=shop&scope=openid&nonce=n&code_challenge=c&code_challenge_method=S256&max_age=1',
          phoneNo,
        ),
      [
        [
          'POST',
          '/sign-in',
          {
            ...{ phoneNo, client_id: 'shop', scope: 'openid', nonce: 'n' },
            ...{ code_challenge: 'c', code_challenge_method: 'S256', max_age: '1' },
          },
        ],
      ],
      expect.objectContaining({ code: 'c' }),
    ],
    [
      'lists faults',
      ({ client }) => client.faults.list(),
      [['GET', '/faults', undefined]],
      [{ endpoint: '/oauth2/token', kind: 'cut' }],
    ],
    ['sets faults', ({ client }) => client.faults.set([]), [['PUT', '/faults', { faults: [] }]], undefined],
    [
      'sets a preset',
      ({ client }) => client.faults.set('bad day'),
      [['PUT', '/faults', { preset: 'bad day' }]],
      undefined,
    ],
    ['clears faults', ({ client }) => client.faults.clear(), [['DELETE', '/faults', undefined]], undefined],
    ['reads the clock', ({ client }) => client.clock.now(), [['GET', '/clock', undefined]], 7],
    [
      'advances the clock',
      ({ client }) => client.clock.advance(60),
      [['POST', '/clock', { advance: 60 }]],
      undefined,
    ],
    [
      'reads exchanges',
      ({ client }) => client.exchanges(),
      [['GET', '/exchanges', undefined]],
      [{ step: 'token' }],
    ],
  ])('%s', async (_, call, sent, result) => {
    const made = clientWith();
    expect(await call(made)).toEqual(result);
    expect(made.sent.map(([method, path, body]) => [method, path, body])).toEqual(sent);
  });

  test('has the applications of a new seed after a reset', async () => {
    const { client, sent } = clientWith();
    expect([client.application, client.applications]).toEqual([shop, [shop, other]]);
    await client.reset({ limits: true });
    expect(sent).toEqual([['POST', '/reset', { seed: { limits: true } }]]);
    expect([client.application, client.applications]).toEqual([other, [other]]);
  });

  test('fails if a sign-in is refused, with the error of the service', async () => {
    const { client } = clientWith({ '/sign-in': { error: 'access_denied', message: 'It was denied.' } });
    await expect(client.signIn(phoneNo)).rejects.toMatchObject({
      name: 'SandboxError',
      message: 'It was denied.',
      error: 'access_denied',
    });
  });

  test('fails for an unknown number, and if no request reaches the phone in time', async () => {
    const { client, person } = clientWith({ [`/requests?phoneNo=${phoneNo}`]: { requests: [] } });
    await expect(client.person('01099999999').read()).rejects.toThrow(SandboxError);
    await expect(person.approve({ timeout: 0 })).rejects.toThrow(
      `No request has reached the phone ${phoneNo} within 0 ms.`,
    );
  });
});

describe('a sign-in on a page', () => {
  /** Whether name and number are folded, as on a phone. */
  let isFolded = false;
  /** A page that shows these paths one after the other. */
  function pageWith(...paths: string[]) {
    const done: string[] = [];
    let at = 0;
    const url = () => `http://localhost:8787${paths[at]}`;
    const page = {
      url,
      fill: async (selector: string, value: string) => void done.push(`fill ${selector} ${value}`),
      check: async (selector: string) => void done.push(`check ${selector}`),
      click: async (selector: string) => void done.push(`click ${selector}`),
      isVisible: async () => !isFolded,
      waitForURL: vi.fn(async (isThere: (url: URL) => boolean) => {
        while (!isThere(new URL(url()))) at += 1;
      }),
    };
    return { page, done, paths: () => paths.slice(at) };
  }
  const form = ['/oauth2/authorize', '/oauth2/authorize/sign-in', '/oauth2/authorize/wait'];
  const submit = 'click form[action$="/sign-in"] button[type=submit]:not([name])';
  const signInAs = (changed: object, page: Parameters<typeof signInOn>[0], autoLogin = false) => {
    const made = clientWith({ '/subscribers': { subscribers: [{ ...kim, ...changed }] } });
    return signInOn(page, made.client, phoneNo, { autoLogin }).then(() => made.sent);
  };

  test('fills in the form, approves on a phone that waits, and agrees to the consent', async () => {
    const { page, done, paths } = pageWith(...form, '/oauth2/authorize/consent', '/callback');
    const sent = await signInAs({ behaviour: 'waits', mvno: 'Y' }, page, true);
    expect(done).toEqual([
      'check [name=telcoCd][value=SM]',
      'fill [name=name] 김하나',
      `fill [name=phoneNo] ${phoneNo}`,
      'check [name=autoLogin]',
      submit,
      'click button[form=consent]',
    ]);
    expect(sent.map(([, path]) => path)).toContain('/requests/r2/approve');
    expect(paths()).toEqual(['/callback']);
  });

  test('unfolds name and number on a phone', async () => {
    const { page, done } = pageWith(...form, '/callback');
    isFolded = true;
    await signInAs({ behaviour: 'approves' }, page).finally(() => {
      isFolded = false;
    });
    expect(done.slice(0, 3)).toEqual([
      'check [name=telcoCd][value=S]',
      'click #sign-in > .others > summary',
      'fill [name=name] 김하나',
    ]);
  });

  test('leaves out what a phone that approves, or a known consent, needs not', async () => {
    const { page, done, paths } = pageWith(...form, '/callback');
    const sent = await signInAs({ behaviour: 'approves' }, page);
    expect([done[0], done.at(-1)]).toEqual(['check [name=telcoCd][value=S]', submit]);
    expect(done).toHaveLength(4);
    expect(sent.map(([, path]) => path)).not.toContain('/requests/r2/approve');
    expect(paths()).toEqual(['/callback']);
  });

  test.each(['denies', 'silent', 'fails', 'unregistered'])(
    'is refused for a phone that %s, because it would never end',
    async (behaviour) => {
      const { page, done } = pageWith(...form);
      await expect(signInAs({ behaviour }, page)).rejects.toThrow(`is set to "${behaviour}"`);
      expect(done).toEqual([]);
    },
  );
});
