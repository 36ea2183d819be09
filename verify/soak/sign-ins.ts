import { randomInt } from 'node:crypto';
import { demoShop } from '../../sandbox/world/demo-clients.ts';
import { basic } from '../../test/support/requests/service-requests.ts';

/** Requests that run at the same time, and users who take turns. */
const concurrency = 4;
const users = 40;

const { client_id, client_secret } = demoShop;

export interface Load {
  /** Completed sign-ins so far. */
  count(): number;
  /** Resolves when all sign-ins have ended. @throws if one failed. */
  ended: Promise<void>;
}

/**
 * Signs users in at a local environment, one sign-in after the other, until it is stopped: the pages and the phone
 * (`POST /sandbox/sign-in`), the token, and the user.
 */
export async function signInRepeatedly(origin: string, isStopped: () => boolean): Promise<Load> {
  const first = randomInt(1_000_000, 9_000_000);
  const numbers = Array.from({ length: users }, (_, index) => `0106${first + index}`);
  for (const phoneNo of numbers) await subscribe(origin, phoneNo);
  let [started, completed, failed] = [0, 0, false];
  const repeat = async () => {
    while (!isStopped() && !failed) {
      const phoneNo = numbers[started % users] ?? '';
      started += 1;
      try {
        await signIn(origin, phoneNo);
        completed += 1;
      } catch (failure) {
        failed = true;
        throw failure;
      }
    }
  };
  const ended = Promise.all(Array.from({ length: concurrency }, repeat)).then(() => undefined);
  ended.catch(() => undefined);
  return { count: () => completed, ended };
}

const subscriber = { name: '홍길동', telcoCd: 'S', gender: 'F', birthdate: '900101', foreign: 'L' };

const subscribe = (origin: string, phoneNo: string) =>
  send(`${origin}/sandbox/subscribers`, json({ ...subscriber, phoneNo, behaviour: 'approves' }));

async function signIn(origin: string, phoneNo: string): Promise<void> {
  const { code } = await send(`${origin}/sandbox/sign-in`, json({ phoneNo, client_id }));
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: String(code) });
  const headers = { Authorization: basic({ client_id, client_secret }) };
  const { access_token } = await send(`${origin}/oauth2/token`, { method: 'POST', headers, body });
  const { user } = await send(`${origin}/v1/user/me`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  if (typeof (user as { plid?: string } | undefined)?.plid !== 'string') throw new Error('no user');
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** @throws {Error} unless the response is a success in JSON. */
async function send(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
