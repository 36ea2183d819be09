import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import type { World } from '../../test/support/world/world.ts';
import { isLinearizable, type Step } from './linearizable.ts';
import { type History, Recorder } from './recorder.ts';

/** The operations on one user at the gateway: `flow` is one of two sign-ins, each in a browser of its own. */
export interface UserOp {
  does: 'callback' | 'look' | 'list' | 'logOut' | 'everywhere';
  flow: 0 | 1;
}
type SessionState = 'none' | 'live' | 'ended';

/** One user, with one request at a time. */
const step: Step<SessionState[], UserOp> = (sessions, { does, flow }) => {
  const state = sessions[flow];
  const live = sessions.filter((other) => other === 'live').length;
  const isLive = state === 'live';
  switch (does) {
    case 'callback':
      return state === 'ended' ? [['refused', sessions]] : [['session', sessions.with(flow, 'live')]];
    case 'list':
      return [[isLive ? `lists ${live}` : '401', sessions]];
    case 'look':
      // A copy in KV may be served for as long as KV lags; a live session is never refused.
      return isLive
        ? [['200', sessions]]
        : [['401', sessions], ...(state === 'ended' ? [['200', sessions] as const] : [])];
    case 'logOut':
      return [[`ended ${isLive ? 1 : 0}`, isLive ? sessions.with(flow, 'ended') : sessions]];
    case 'everywhere':
      return isLive
        ? [[`ended ${live}`, sessions.map((other) => (other === 'live' ? 'ended' : other))]]
        : [['ended 0', sessions]];
  }
};

const sessionCookie = '__Host-plid-session';

/**
 * A user with a session at the gateway in one browser, for long enough that KV shows it, and with a callback to it in another
 * one; and simultaneous operations. (The sign-in is part of the history: on a busy machine it may have gone unanswered.)
 */
export async function recordUser(world: World, person: Person, plans: readonly UserOp[][]): Promise<History> {
  const callbacks = [await callbackFor(world, person)];
  const cookies: (string | undefined)[] = [];
  const recorder = new Recorder<UserOp>();

  function send(flow: number, method: string, path: string, body?: string): Promise<Response> {
    const headers = {
      Origin: world.gateway,
      Accept: 'application/json',
      Cookie: `${sessionCookie}=${cookies[flow]}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    };
    const url = `${world.gateway}${path}`;
    return world.fetch(url, { method, headers, ...(body !== undefined && { body }) });
  }

  async function ask({ does, flow }: UserOp): Promise<string | undefined> {
    if (does === 'callback') return askCallback(flow);
    if (does === 'look') return String((await send(flow, 'GET', '/auth/session')).status);
    if (does === 'list') {
      const answer = await send(flow, 'GET', '/auth/sessions');
      if (answer.status !== 200) return String(answer.status);
      return `lists ${((await answer.json()) as { sessions: object[] }).sessions.length}`;
    }
    const answer = await send(flow, 'POST', '/auth/logout', does === 'everywhere' ? 'everywhere=Y' : '');
    return `ended ${((await answer.json()) as { ended: number }).ended}`;
  }

  /** An answer that is still pending, or was broken off, says nothing: it counts as none. */
  async function askCallback(flow: number): Promise<string | undefined> {
    const { url, Cookie } = callbacks[flow] ?? { url: '', Cookie: '' };
    const answer = await world.fetch(url, { headers: { Cookie, 'Sec-Fetch-Site': 'cross-site' } });
    if (answer.status >= 500) return undefined;
    const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${sessionCookie}=v`));
    const any = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${sessionCookie}=`));
    cookies[flow] ??= (set ?? any)?.split(';')[0]?.slice(sessionCookie.length + 1);
    return any === undefined ? 'refused' : 'session';
  }

  async function live(plan: readonly UserOp[]): Promise<void> {
    for (const op of plan) {
      const canAsk = op.does === 'callback' || cookies[op.flow] !== undefined;
      if (canAsk && (await recorder.record(op, () => ask(op))) === undefined) return;
    }
  }
  await recorder.record({ does: 'callback', flow: 0 }, () => askCallback(0));
  return {
    recorder,
    async prepare(): Promise<void> {
      callbacks.push(await callbackFor(world, person));
    },
    run: () => Promise.all(plans.map(live)),
    look: () => live([0, 1].map((flow) => ({ does: 'list', flow }) as UserOp)),
    isLinearizable: () => isLinearizable<SessionState[], UserOp>(recorder.operations, ['none', 'none'], step),
  };
}

/** The address of the callback of a browser's sign-in, which is not opened. */
async function callbackFor(world: World, person: Person): Promise<{ url: string; Cookie: string }> {
  const visitable = ({ pathname }: URL) => pathname !== '/auth/callback';
  const browser = new BrowserSession(world, { visitable });
  const page = await browser.submit(await browser.get(`${world.gateway}/auth/login`), person);
  const end = page.url.pathname === '/auth/callback' ? page : await browser.submit(page);
  const Cookie = [...browser.cookies(world.gateway)].map((pair) => pair.join('=')).join('; ');
  return { url: end.url.href, Cookie };
}
