import assert from 'node:assert/strict';
import { agreement, fromBrowser } from '../../test/support/fixtures/agreement.ts';
import type { Scene } from './scene.ts';
import { type SimulatedWorld, start } from './simulated-world.ts';

const now = start / 1000;
const client_id = 'demoshop000000000001';
const plid = '3f0a2c46-5d0e-4c1e-9a55-0f3a1d7e8b21';
const consent = { client_id, asked: ['name'], optional: [] };
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

let keys: CryptoKeyPair;
let key: string;
const signed = new Uint8Array(69).fill(7);
let signature: Uint8Array;

/** The same signature for a sign-in; the counter is part of the signed bytes, which the worker has read. */
const use = (id: string, counter: number) => ({
  ...{ id, passkey: 'a passkey', counter, minimumAge: 14, facts: { auth_time: now }, consent },
  ...{ signed, signature },
});

type Outcome = { outcome: string } | undefined;

/** A passkey and its copy sign in at the same time as the user switches automatic login off on their phone. */
export const passkeyScene: Scene = {
  name: 'a passkey, its copy, and the switch on the phone',
  async prepare() {
    keys = (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair;
    key = Buffer.from(await crypto.subtle.exportKey('raw', keys.publicKey)).toString('base64url');
    signature = new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, signed));
  },
  async play(world) {
    const ask = (method: string, ...values: unknown[]) =>
      world.objects.ask('Account', plid, method, ...values) as Promise<Outcome>;
    await world.runCalmly(() => create(world));
    const results = await world.run(() =>
      Promise.allSettled([
        ask('grantByPasskey', use('one', 2), now),
        ask('grantByPasskey', use('one', 2), now),
        ask('grantByPasskey', use('other', 2), now),
        ask('endAutomaticLogins', client_id),
      ]),
    );
    const [first, second, other] = results.map((result) =>
      result.status === 'fulfilled' ? result.value?.outcome : 'failed',
    );
    const isOneGranted = first === 'granted' || second === 'granted';
    assert.ok(!(isOneGranted && other === 'granted'), 'one counter signs in to one sign-in');
    await world.runCalmly(async () => {
      const codes = await Promise.all([
        ask('redeem', 'one', client_id, now),
        ask('redeem', 'one', client_id, now),
      ]);
      const redeemed = codes.filter((outcome) => (outcome as unknown) === 'redeemed');
      assert.ok(redeemed.length <= 1, 'a form that was sent twice leads to one token');
      const isEnded = results[3]?.status === 'fulfilled';
      const later = await ask('grantByPasskey', use('later', 9), now);
      assert.ok(
        !isEnded || later?.outcome === 'unknown',
        'no passkey signs in after the switch on the phone',
      );
    });
  },
};

/** A sign-in with consent and automatic login, after which a passkey was created. */
async function create({ objects }: SimulatedWorld): Promise<void> {
  const grant = {
    ...{
      id: 'before',
      client_id,
      asked: ['name'],
      optional: [],
      identity: 'x',
      agreement,
      automaticLogin: 'Y',
    },
    ...fromBrowser,
  };
  await objects.ask('Account', plid, 'grant', grant, now - 60);
  const passkey = {
    ...{ id: 'a passkey', key, counter: 1, age: 14, contact: 'x', client_id, sign_in: 'before', agent: '' },
  };
  assert.ok(await objects.ask('Account', plid, 'createPasskey', passkey, now - 60));
}
