import { expect, test } from 'vitest';
import { NoticedSignIns } from '../../../../workers/service/features/notices/noticed-sign-ins.ts';

const at = 1_800_000_000;

/** An account with one sign-in and one automatic login, and the times for which it sets its alarm. */
function accountWith({ exists = true, terminated }: { exists?: boolean; terminated?: number } = {}) {
  const woken: number[][] = [];
  const ended = new Map<string, number>();
  const devices = ['a device'];
  const account = {
    metadata: { terminated, phone: 'a phone' },
    store: {
      exists: () => exists,
      wakeBy: (...times: number[]) => woken.push(times),
      change: (work: () => void) => work(),
    },
    endDevice: () => devices.splice(0),
    endSignIn: () => undefined,
  };
  const signIns = {
    ended: (id: string) => ended.get(id),
    end: (id: string, time: number) => void ended.set(id, time),
  };
  return { woken, noticed: new NoticedSignIns(account as never, signIns) };
}
const link = (kind: string) => ({ kind, client_id: 'shop', sign_in: 's1', at: at - 60 }) as never;

test.each(['sign_in', 'automatic_login'])('an ended %s wakes its account at once', (kind) => {
  const { woken, noticed } = accountWith();
  expect(noticed.end(link(kind), at)).toEqual({ ended: true, at, phone: 'a phone' });
  expect(woken).toEqual([[at, at]]);
});

test('a sign-in ends only once, and keeps its time', () => {
  const { noticed } = accountWith();
  noticed.end(link('sign_in'), at);
  expect(noticed.end(link('sign_in'), at + 9)).toEqual({ ended: false, at, phone: 'a phone' });
});

test('an automatic login ends only once', () => {
  const { noticed } = accountWith();
  noticed.end(link('automatic_login'), at);
  expect(noticed.end(link('automatic_login'), at + 9)).toMatchObject({ ended: false, at: at + 9 });
});

test.each([{ exists: false }, { terminated: at - 1 }])('an account with %j has nothing to end', (state) => {
  const { woken, noticed } = accountWith(state);
  expect(noticed.end(link('sign_in'), at)).toEqual({ ended: false, at });
  expect(woken).toEqual([]);
});
