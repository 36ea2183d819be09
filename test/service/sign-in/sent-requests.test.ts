import { afterEach, beforeEach, expect, test } from 'vitest';
import { shownParts } from '../../../workers/core/carrier/port.ts';
import account from '../../../workers/service/features/account-page/index.ts';
import { blockedBrowserPeriod } from '../../../workers/service/settings/service-lifetimes.ts';
import { type SignIn, signIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import { serviceEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../../effects/support/process-browser.ts';
import { phoneNo, type StoredPerson, storeUser } from '../../effects/support/stored-user.ts';
import { applications, origins, serviceKeys } from '../../support/world/test-settings.ts';

const { shop } = applications;

/** A carrier that notes what it is sent, and answers the requests as the test says. */
class NotingCarrier {
  readonly sent: { match?: string; entry?: string }[] = [];
  readonly cancelled: string[] = [];
  readonly notices: { kind: string; end: string }[] = [];
  outcomeOf = (_: string): object => ({ status: 'pending' });
  confirm = async (request: object) => {
    this.sent.push(request);
    return { status: 'requested', requestId: `r${this.sent.length}`, shown: [...shownParts] };
  };
  outcome = async (id: string) => this.outcomeOf(id);
  cancel = async (id: string) => void this.cancelled.push(id);
  notify = async (notice: { kind: string; end: string }) => void this.notices.push(notice);
}

let world: NumberedWorld;
let person: StoredPerson;
let carrier: NotingCarrier;
const newBrowser = () => new ProcessBrowser(world, { bindings: { CARRIER: carrier, WAITING: noPages } });
const noPages = { getByName: () => ({ answered: async () => undefined }) };
beforeEach(async () => {
  world = new NumberedWorld();
  carrier = new NotingCarrier();
  person = await storeUser(world);
});
afterEach(() => world.close());

test('the request that a new one of the same sign-in replaces is canceled once', async () => {
  const browser = newBrowser();
  await browser.start({ prompt: 'login' });
  await browser.approve();
  world.now += 20;
  expect(endOf(await world.during(() => browser.post('again', {})))).toBe('wait');
  expect([carrier.sent.length, carrier.cancelled]).toEqual([2, ['r1']]);
});

test('the request that one of another browser replaces is canceled once', async () => {
  const [one, other] = [newBrowser(), newBrowser()];
  await one.start({ prompt: 'login' });
  await one.approve();
  world.now += 20;
  await other.start({ prompt: 'login' });
  await world.during(() => other.approve());
  expect([carrier.sent.length, carrier.cancelled]).toEqual([2, ['r1']]);
});

test('after a wrong number, the phone gets other digits, even if the derived ones were the first', async () => {
  const browser = newBrowser();
  await browser.start({ prompt: 'login' });
  await browser.approve();
  carrier.outcomeOf = (id) =>
    id === 'r1' ? { status: 'denied', why: 'wrong_number' } : { status: 'pending' };
  const name = `__Host-plid-sign-in-${browser.flow}`;
  const cookie = browser.cookies.get(name) ?? '';
  const mismatch = async (value: string) => {
    browser.cookies.set(name, value);
    expect(endOf(await browser.get('wait'))).toBe('wait');
    return carrier.sent.at(-1)?.match ?? '';
  };
  const derived = await mismatch(cookie);
  expect(await mismatch(cookie), 'loaded twice').toBe(derived);
  const opened = await signIn.open(serviceKeys, cookie, world.now);
  const { stage } = opened ?? {};
  if (stage?.at !== 'asked' || stage.method !== 'phone') throw new Error('No phone was asked');
  stage.request.match = derived;
  const same = await signIn.seal(serviceKeys, { ...opened, stage } as SignIn, world.now + 600);
  const other = await mismatch(same);
  expect(other).toMatch(/^\d\d$/);
  expect(other).not.toBe(derived);
  expect(carrier.sent).toHaveLength(4);
});

test('only the link about a new browser forgets the browser', async () => {
  await world.objects.ask('Account', person.plid, 'disconnect', shop.client_id, world.now);
  carrier.outcomeOf = () => ({ status: 'approved', identity: reported });
  const browser = newBrowser();
  await browser.start({ prompt: 'login' });
  expect(endOf(await browser.approve())).toBe('consent');
  const terms = /name="terms" value="([^"]*)"/.exec(await (await browser.get('consent')).text())?.[1] ?? '';
  await world.during(() => browser.post('consent', { terms }));
  const kinds = carrier.notices.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['consent', 'new_browser']);
  const isKnown = async () => {
    // A browser whose sign-in was ended is blocked for a while.
    world.now += blockedBrowserPeriod;
    await browser.start({ prompt: 'login' });
    await browser.post('sign-in', { name: '김하나', phoneNo, telcoCd: 'S' });
    const { context } = carrier.sent.at(-1) as { context: { knownBrowser: boolean } };
    return context.knownBrowser;
  };
  for (const [kind, known] of [
    ['consent', true],
    ['new_browser', false],
  ] as const) {
    const link = new URL(carrier.notices.find((notice) => notice.kind === kind)?.end ?? '');
    const body = new URLSearchParams({ notice: link.searchParams.get('notice') ?? '' }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origins.service };
    const init = { method: 'POST', headers, body };
    const done = await world.send(account, serviceEnv(world), `${origins.service}/account/end`, init);
    expect(done.headers.get('Location')).toBe('/account?notice=noticeEnded');
    expect(await isKnown(), kind).toBe(known);
  }
});
