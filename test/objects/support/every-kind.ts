import { accountClientId } from '../../../workers/service/registry/account-client.ts';
import type { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { contentsOf } from '../../effects/support/numbered-world.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { applications } from '../../support/world/test-settings.ts';

const { client_id } = applications.shop;
export const plid = 'the plid';

type Ask = (method: string, ...parameters: unknown[]) => Promise<unknown>;
export const askingOf =
  (world: NumberedWorld, className: string, name: string): Ask =>
  (...call) =>
    world.objects.ask(className, name, ...call);

/** The names of the tables and keys of an object that have contents, in order. */
export function kindsIn(world: NumberedWorld, className: string, name: string): string[] {
  const storage = world.objects.storages().get(`${className} ${name}`);
  return storage === undefined ? [] : Object.keys(contentsOf(storage)).sort();
}

const openid = { scope: 'openid', redirect: 'a digest' };
const grantOf = (id: string, at: string, more: object = {}) => ({
  ...{ id, client_id: at, asked: ['ci'], identity: 'sealed', agreement, phone: 'a phone' },
  ...fromBrowser,
  ...more,
});

/** An account with every kind of row and key: it was connected twice, and an application doesn't receive its events. */
export async function fillAccount(world: NumberedWorld): Promise<Ask> {
  const ask = askingOf(world, 'Account', plid);
  const at = world.now;
  await ask('grant', grantOf('first', client_id, { automaticLogin: 'Y', openid, ends: at + 86_400_000 }), at);
  await ask('redeem', 'first', client_id, at);
  await ask('grant', grantOf('second', client_id, { asked: ['ci', 'name'] }), at + 1);
  await ask('grant', grantOf('of the pages', accountClientId, { agreement: undefined }), at);
  await ask('grant', grantOf('held', 'bank', { agreement: undefined }), at);
  await ask('grant', grantOf('other', 'books', { automaticLogin: 'Y' }), at);
  await ask('disconnect', 'books', at);
  return ask;
}

const push = (caller: string, known: boolean) => ({ caller, known, network: `network of ${caller}` });

/** A number with an owner, requests of every status, a browser that was forgotten, and the mark of a copied cookie. */
export async function fillPhone(world: NumberedWorld): Promise<Ask> {
  const ask = askingOf(world, 'Phone', 'a number');
  const at = world.now;
  const owned = await ask(
    'approve',
    { owner: 'the owner', carrier: 'S', sent: at - 400, signIn: 'a sign-in' },
    at - 400,
  );
  await ask('noteReuse', (owned as { plid: string }).plid, at - 300);
  const ends: Record<string, () => Promise<unknown>> = {
    denied: () => ask('denied', 'denied', 'person', at - 240),
    unconfirmed: () => ask('unconfirmed', 'unconfirmed', at - 180),
    mismatched: () => ask('recordMismatch', 'mismatched', 'next', at - 120),
    superseded: async () => undefined,
    sent: () => ask('reached', 'sent', 'of the carrier'),
  };
  for (const [index, [id, end]] of Object.entries(ends).entries()) {
    const about = { client_id, sign_in: `sign-in ${id}` };
    await ask('admit', id, push(`browser ${id}`, id === 'sent'), at - 240 + index * 60, 5, about);
    await end();
  }
  await ask('cancel', 'a canceled sign-in', at);
  await ask('forgetBrowser', 'browser sent', at);
  return ask;
}

const session = (id: string, at: number) => ({
  ...{ id, agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: at, expires: at + 3_600 },
});

/** What a sign-in at the gateway asks the object of its user for. */
export const signInOf = (id: string, at: number, more: object = {}) => ({
  ...{ session: session(id, at), began: Date.now(), revision: 0, identity: 'sealed', owner: 'an owner' },
  ...{
    attributes: ['ci'],
    owners: [],
    ownerChanged: false,
    automatic: false,
    replaces: undefined,
    number: { plid, index: 'number 1' },
  },
  ...more,
});

const login = { client_id: 'books', redirect_uri: 'https://books.example/callback', scope: 'openid' };

/** A user of the gateway with every kind of row and key, listed in two indexes, whose relying party doesn't answer. */
export async function fillUser(world: NumberedWorld): Promise<Ask> {
  const ask = askingOf(world, 'User', plid);
  const at = world.now;
  await ask('signIn', signInOf('first', at), at);
  await ask('signIn', signInOf('second', at, { revision: 1 }), at);
  await ask('keepOpenId', 'first', 'a login', login, at);
  const presented = { client_id: login.client_id, redirect_uri: login.redirect_uri };
  await ask('redeemOpenId', 'a login', presented, at, {
    issuer: 'https://shop.example.com/auth/oidc',
    subject: 's',
  });
  await ask('keepOpenId', 'second', 'another login', login, at);
  await ask('logOut', 'first', 'this', at);
  return ask;
}
