import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { billOf } from '../../bench/costs/bill.ts';
import { type CountedCosts, type Units, unitsOf } from '../../bench/costs/costs.ts';
import { compatibilityDate } from '../../tools/configuration/index.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { App } from '../support/fixtures/native-app.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import type { Person } from '../support/fixtures/sign-in.ts';
import { type CountedWorld, useCountedWorld } from '../support/world/counted-world.ts';
import { root, type WorkerInput } from '../support/world/test-workers.ts';

/**
 * The gateway's part of a sign-in in both of its forms. `npx vitest run test/scale/both-forms.test.ts -u` updates the table of
 * docs/verification/tables/costs.md.
 */
const day = 86_400;

/** The service binding over which the worker of sessions completes an app's sign-in, with a counter in between. */
const counter = 'app-sessions';
const counterWorker: WorkerInput = {
  config: {
    name: counter,
    main: path.join(root, 'test/support/fakes/counting-service-worker.ts'),
    compatibility_date: compatibilityDate,
    services: [{ binding: 'TARGET', service: 'plid-gateway-callback', entrypoint: 'AppSessions' }],
  },
};

const useForm = (single: boolean): CountedWorld =>
  useCountedWorld({
    single,
    workers: [counterWorker],
    adjust: (settings) => {
      const session = settings['plid-gateway-session'];
      const bindingOverrides = { ...session?.bindingOverrides, APP_SESSIONS: counter };
      return { ...settings, 'plid-gateway-session': { ...session, bindingOverrides } };
    },
  });

async function signInWithBrowser(world: CountedWorld, person: Person): Promise<BrowserSession> {
  const browser = new BrowserSession(world);
  const form = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  const next = await browser.submit(form, person);
  const shown = next.url.pathname === '/auth/session' ? next : await browser.submit(next);
  expect([shown.url.pathname, shown.status]).toEqual(['/auth/session', 200]);
  return browser;
}

/** The phone opens the callback in the app, which sends what the address contains. */
async function signInWithApp(world: CountedWorld, person: Person): Promise<void> {
  const app = new App(world);
  const { authorize_url, state } = await app.start();
  const browser = new BrowserSession(world, { visitable: ({ pathname }) => pathname !== '/auth/callback' });
  const { url } = await browser.submit(await browser.get(authorize_url), person);
  const returned = { code: url.searchParams.get('code'), state, code_verifier: app.verifier };
  expect((await app.post('/auth/session', returned)).status).toBe(200);
}

const actions: Record<string, (world: CountedWorld) => Promise<() => Promise<unknown>>> = {
  'Browser sign-in of a known user': async (world) => {
    const person = await newSubscriber(world);
    await signInWithBrowser(world, person);
    return () => signInWithBrowser(world, person);
  },
  'App sign-in of a known user': async (world) => {
    const person = await newSubscriber(world);
    await signInWithBrowser(world, person);
    return () => signInWithApp(world, person);
  },
  'Session read': async (world) => {
    const browser = await signInWithBrowser(world, await newSubscriber(world));
    return async () => expect((await browser.fetch(`${world.gateway}/auth/session`)).status).toBe(200);
  },
};

interface Counted {
  costs: CountedCosts;
  /** Calls of service bindings, by action. */
  bindingCalls: Record<string, number>;
}

const forms: [string, boolean, Counted][] = [
  ['One worker per route', false, { costs: {}, bindingCalls: {} }],
  ['One Worker', true, { costs: {}, bindingCalls: {} }],
];

describe.each(forms)('%s', (_form, single, { costs, bindingCalls }) => {
  const world = useForm(single);

  test.each(Object.entries(actions))('%s is counted', async (action, prepare) => {
    const bindings = await world.harness.exported<{ takeCalls(): Promise<number> }>(counter);
    const work = await prepare(world);
    await world.afterwards(day);
    await bindings.takeCalls();
    const atOnce = await world.costOf(work);
    bindingCalls[action] = await bindings.takeCalls();
    costs[action] = { atOnce, withinADay: await world.afterwards(day) };
    expect('gateway-session' in atOnce.requests || 'gateway-callback' in atOnce.requests).toBe(true);
  });
});

const nothing = { requests: {}, lines: {}, objects: {}, kv: {} };
const partsOf = ({ costs }: Counted, action: string): Units[] => {
  const { atOnce = nothing, withinADay = nothing } = costs[action] ?? {};
  return [unitsOf(atOnce, 'gateway'), unitsOf(withinADay, 'gateway')];
};

test.each(Object.keys(actions))('%s costs the same in both forms', (action) => {
  const [[, , split], [, , single]] = forms as [(typeof forms)[0], (typeof forms)[0]];
  expect(partsOf(single, action)).toEqual(partsOf(split, action));
  expect(single.bindingCalls[action]).toBe(0);
});

test('docs/verification/tables/costs.md lists both forms', async () => {
  const rows = Object.keys(actions).flatMap((action) =>
    forms.map(([form, , counted]) => {
      const [now, later] = partsOf(counted, action) as [Units, Units];
      const andLater = (unit: keyof Units) =>
        later[unit] === 0 ? now[unit] : `${now[unit]} + ${later[unit]}`;
      const price = `$${(billOf(counted.costs, action, 'gateway') * 1e6).toFixed(2)}`;
      return [action, form, now.requests, counted.bindingCalls[action], andLater('calls'), price].join(' | ');
    }),
  );
  const heads = ['Action', 'Form', 'Requests', 'Service-binding calls', 'Object calls + alarms', 'A million'];
  const lines = [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows];
  const table = lines.map((line) => `| ${line} |`).join('\n');
  const document = readFileSync(path.join(root, 'docs/verification/tables/costs.md'), 'utf8');
  const written = document.replace(
    /(<!-- forms -->\n\n).*?(\n\n<!-- end of forms -->)/s,
    (_, begin: string, end: string) => begin + table + end,
  );
  await expect(written).toMatchFileSnapshot('../../docs/verification/tables/costs.md');
});
