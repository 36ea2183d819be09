import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { phoneObjectName, pseudonymOf } from '../../../workers/service/objects/phones.ts';
import { undeliveredEventKey } from '../../../workers/service/objects/undelivered-events.ts';
import { accountClientId } from '../../../workers/service/registry/account-client.ts';
import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../../workers/service/registry/application-secrets.ts';
import { digestTerms } from '../../../workers/service/registry/consents.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { basePoint } from '../../support/fixtures/stored-passkeys.ts';
import { consentTerms } from '../../support/requests/operator-requests.ts';
import { applications, serviceKeys } from '../../support/world/test-settings.ts';
import { phoneKey } from './numbered-bindings.ts';
import type { NumberedWorld } from './numbered-world.ts';

const { shop, bank } = applications;
export const phoneNo = '01012345678';
/** The `ci` that carriers report of the user. */
export const ci = 'c'.repeat(88);

/** A user with a number, connected to two applications that receive events, with an automatic login at each, and a passkey. */
export interface StoredPerson {
  plid: string;
  phone: string;
  /** Ids of the grants: the one at the shop is redeemed, and one of the pages of the account too. */
  grants: { shop: string; bank: string; account: string };
}

async function registerApplication(world: NumberedWorld, application: typeof shop): Promise<void> {
  const { client_id, client_secret, redirect_uri } = application;
  const secrets = await Promise.all(
    ['s1', 's2'].map((id) =>
      toStoredSecret(serviceKeys, id, id === 's1' ? client_secret : `${id}${client_secret}`, world.now),
    ),
  );
  const described = {
    client_id,
    ...consentTerms,
    name: client_id,
    redirect_uris: [redirect_uri],
    attributes: [...attributes],
  };
  const receiving = {
    ...{ events: `https://${client_id}.example/events`, openid: 'ES256', created: world.now },
    openid_logout: `https://${client_id}.example/logout`,
  };
  await world.objects.ask(
    'Application',
    client_id,
    'register',
    { ...defaultFields(), ...described, ...receiving, secrets },
    world.now,
    'tests',
  );
}

/** Lets a user sign in at both applications and the pages of the account. */
export async function storeUser(world: NumberedWorld): Promise<StoredPerson> {
  for (const application of [shop, bank]) await registerApplication(world, application);
  const { now, objects } = world;
  const phone = await phoneObjectName(phoneKey, phoneNo);
  const approval = {
    owner: await pseudonymOf(phoneKey, 'owner of a number', ci),
    carrier: 'S',
    sent: now,
    signIn: 'a sign-in',
  };
  const { plid } = (await objects.ask('Phone', phone, 'approve', approval, now)) as { plid: string };
  const terms = await digestTerms({ ...defaultFields(), ...consentTerms });
  const grants = { shop: crypto.randomUUID(), bank: crypto.randomUUID(), account: crypto.randomUUID() };
  for (const [client_id, id] of [
    [shop.client_id, grants.shop],
    [bank.client_id, grants.bank],
    [accountClientId, grants.account],
  ] as const) {
    const isAccount = client_id === accountClientId;
    const request = {
      id,
      client_id,
      asked: isAccount ? [] : [...attributes],
      ...fromBrowser,
      ...(!isAccount && { agreement: { ...agreement, terms: terms?.ko } }),
      identity: 'sealed',
      phone,
    };
    const from = { country: 'KR', city: 'Seoul', known: true };
    await objects.ask(
      'Account',
      plid,
      'grant',
      { ...request, from, ...(!isAccount && { automaticLogin: 'Y' }) },
      now,
    );
    await objects.ask('Account', plid, 'redeem', id, client_id, now);
  }
  const passkey = {
    id: 'passkey',
    key: basePoint,
    counter: 0,
    age: 14,
    contact: 'sealed',
    agent: 'Chrome, Android',
  };
  const after = { client_id: shop.client_id, sign_in: grants.shop };
  await objects.ask('Account', plid, 'createPasskey', { ...passkey, ...after }, now);
  await world.advance(1);
  return { plid, phone, grants };
}

/** Adds an event that the shop refuses for good, so that only an operator can send it again. @returns its jti. */
export async function storeRefusedEvent(world: NumberedWorld, { plid }: StoredPerson): Promise<string> {
  world.elsewhere = () => Response.json({ err: 'invalid_key' }, { status: 400 });
  await world.objects.ask('Account', plid, 'disconnect', shop.client_id, world.now);
  await world.advance(1);
  world.elsewhere = () => new Response(null, { status: 202 });
  const prefix = undeliveredEventKey(shop.client_id);
  // Each of its forms is an event of its own, in no order.
  const isRevocation = (metadata: unknown) =>
    (metadata as { type?: string } | null)?.type === 'tokens-revoked';
  const [key = ''] = [...world.kv.APPLICATIONS.values].flatMap(([name, { metadata }]) =>
    name.startsWith(prefix) && isRevocation(metadata) ? [name] : [],
  );
  return key.slice(prefix.length);
}
