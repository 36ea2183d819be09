import assert from 'node:assert/strict';
import type { Scene } from './scene.ts';
import { start } from './simulated-world.ts';

const now = start / 1000;
/** The times of the request to the phone, and of the former owner's registration. */
const [sent, since] = [now - 10, now - 86_400];
const name = 'a number';

interface Phone {
  leave(at: number): Promise<string | undefined>;
  approve(approval: object, at: number): Promise<unknown>;
  replace(terminated: string, approval: object, at: number): Promise<unknown>;
}

/** The carrier reports that a number has no owner, at the same time as an earlier approval by the phone arrives. */
export const leaveScene: Scene = {
  name: 'a number is left while a new owner, and the former one once more, are approved',
  async play(world) {
    const { objects } = world;
    const before = { owner: 'former', carrier: 'S', sent: since, signIn: 'a sign-in' };
    const register = async () => {
      const registered = await objects.ask('Phone', name, 'approve', before, since);
      return (registered as { plid: string }).plid;
    };
    const plid = await world.runCalmly(register);
    const phone = objects.namespace('Phone').get({ name }) as Phone;
    const [left] = await world.run(() =>
      Promise.allSettled([
        phone.leave(now),
        phone.approve({ owner: 'latter', carrier: 'S', sent, signIn: 'a sign-in' }, now),
        phone.replace(plid, { owner: 'former', carrier: 'S', sent, signIn: 'a sign-in' }, now),
      ]),
    );
    const registered = await world.runCalmly(() => objects.ask('Phone', name, 'plid'));
    const isLeft = left?.status === 'fulfilled';
    assert.ok(!isLeft || registered === undefined, 'no user is registered at a number that was left');
  },
};
