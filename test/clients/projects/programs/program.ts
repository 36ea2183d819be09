import { beginLogin, finishLogin } from '../../../../docs/clients/arctic.ts';
import { fetchUser, type Settings, type User } from '../../../../docs/clients/user.ts';

/** What a step of a login is given: the second one, what the first one kept. */
export interface Asked {
  settings: Settings;
  callback?: string;
  kept?: { state: string; code_verifier: string };
}

/** A program of somebody who has copied two files: one step of a login. */
export async function answer({ settings, callback, kept }: Asked): Promise<User | object> {
  if (callback === undefined || kept === undefined) return beginLogin(settings);
  return fetchUser(settings, await finishLogin(settings, new URL(callback), kept));
}
