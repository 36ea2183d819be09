import type { StoredGatewayUser } from '../../../workers/gateway/objects/user-tables.ts';
import type { NumberedWorld } from './numbered-world.ts';
import { plid, type SignedIn } from './stored-session.ts';

/** What a user of the gateway has, who was signed in with two browsers. */
export interface LeftAtGateway {
  sessions: string[];
  /** The sessions of which KV has a copy. */
  copies: string[];
  /** The number of logout_tokens that a relying party has yet to receive. */
  logouts: number;
  isStored: boolean;
  needsFullSignIn: boolean;
  isDisconnected: boolean;
}

/** What the user has before a command. */
export const signedIn: LeftAtGateway = {
  ...{ sessions: ['first', 'second'], copies: ['first', 'second'], logouts: 0 },
  ...{ isStored: true, needsFullSignIn: false, isDisconnected: false },
};

/** After the end of sessions. */
export const without = (...ended: string[]): LeftAtGateway => {
  const rest = signedIn.sessions.filter((name) => !ended.includes(name));
  return { ...signedIn, sessions: rest, copies: rest, logouts: ended.length };
};

export const forgotten: LeftAtGateway = {
  ...without('first', 'second'),
  isStored: false,
  isDisconnected: true,
};

export async function leftAtGateway(world: NumberedWorld, { ids }: SignedIn): Promise<LeftAtGateway> {
  const user = (await world.objects.ask('User', plid, 'record', world.now)) as StoredGatewayUser | undefined;
  const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? 'third';
  const copies = [...world.kv.SESSIONS.values.keys()].map((key) => nameOf(key.replace('session:', '')));
  return {
    sessions: (user?.sessions ?? []).map(({ id }) => nameOf(id)).sort(),
    copies: copies.sort(),
    logouts: user?.undeliveredLogouts?.length ?? 0,
    isStored: user?.identity !== undefined,
    needsFullSignIn: user?.fullSignInAfter !== undefined,
    isDisconnected: user?.disconnected !== undefined,
  };
}
