import type { WholeAccount } from '../../../workers/service/objects/whole-account.ts';
import { accountClientId } from '../../../workers/service/registry/account-client.ts';
import { applications } from '../../support/world/test-settings.ts';
import type { NumberedWorld } from './numbered-world.ts';
import type { StoredPerson } from './stored-user.ts';

/** What a user has at the shop, the bank, and the pages of the account; each list is in order. */
export interface Left {
  connected: string[];
  automatic: string[];
  /** Number of passkeys, of which one was created after the sign-in at the shop. */
  passkeys: number;
  /** Those whose access token works. */
  tokens: string[];
  /** Events that wait for delivery. */
  events: string[];
  /** Connections that the index of disclosures will show as ended. */
  ended: string[];
  owner: 'the same' | 'none' | 'another';
  browsersForgotten: boolean;
}

const { shop, bank } = applications;
const names: Record<string, string> = {
  [shop.client_id]: 'shop',
  [bank.client_id]: 'bank',
  [accountClientId]: 'account',
};
const nameOf = (client_id: string) => names[client_id] ?? client_id;

/** What a user has before a command. */
export const everything: Left = {
  connected: ['bank', 'shop'],
  automatic: ['bank', 'shop'],
  passkeys: 1,
  tokens: ['account', 'bank', 'shop'],
  events: [],
  ended: [],
  owner: 'the same',
  browsersForgotten: false,
};

/** Every list without the shop, or without all. */
const revoked = (...of: string[]) => of.flatMap((name) => [`${name} logout`, `${name} tokens-revoked`]);
export const disconnected: Left = {
  ...everything,
  ...{ connected: ['bank'], automatic: ['bank'], passkeys: 0, tokens: ['account', 'bank'] },
  ...{ events: revoked('shop'), ended: ['shop'] },
};
export const allDisconnected: Left = {
  ...everything,
  ...{ connected: [], automatic: [], passkeys: 0, tokens: ['account'] },
  ...{ events: revoked('bank', 'shop'), ended: ['bank', 'shop'] },
};
export const signInEnded: Left = {
  ...everything,
  ...{
    automatic: ['bank'],
    passkeys: 0,
    tokens: ['account', 'bank'],
    events: ['shop logout', 'shop session-revoked'],
    browsersForgotten: true,
  },
};
export const gone: Left = {
  ...{ connected: [], automatic: [], passkeys: 0, tokens: [], owner: 'none', browsersForgotten: false },
  events: ['bank', 'shop'].flatMap((name) => [`${name} account-purged`, `${name} logout`]),
  ended: ['bank', 'shop'],
};

export async function leftOf(world: NumberedWorld, { plid, phone, grants }: StoredPerson): Promise<Left> {
  const { objects, now } = world;
  const stored = (await objects.ask('Account', plid, 'stored', now)) as WholeAccount | undefined;
  const { consents = [], automaticLogins = [], passkeys = [], events = [], disclosures = [] } = stored ?? {};
  const owner = await objects.ask('Phone', phone, 'plid');
  const tokens = await Promise.all(
    Object.entries({ shop: shop.client_id, bank: bank.client_id, account: accountClientId }).map(
      async ([name, client_id]) => {
        const grant = grants[name as keyof typeof grants];
        return (await objects.ask('Account', plid, 'read', grant, client_id, false, now)) === undefined
          ? []
          : [name];
      },
    ),
  );
  return {
    connected: consents.map(({ client_id }) => nameOf(client_id)).sort(),
    automatic: automaticLogins.map(({ client_id }) => nameOf(client_id)).sort(),
    passkeys: passkeys.length,
    tokens: tokens.flat().sort(),
    events: events.map(({ client_id, type }) => `${nameOf(client_id)} ${type}`).sort(),
    ended: disclosures
      .filter(({ ended }) => ended !== undefined)
      .map(({ client_id }) => nameOf(client_id))
      .sort(),
    owner: owner === plid ? 'the same' : owner === undefined ? 'none' : 'another',
    browsersForgotten: JSON.stringify(world.stored()[`Phone ${phone}`] ?? '').includes('forgotten browsers'),
  };
}
