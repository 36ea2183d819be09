import { beginLogin, finishLogin } from '../../../../docs/clients/arctic.ts';
import { fetchUser, type Settings, type User } from '../../../../docs/clients/user.ts';

/** The input of a step of a login; that of the second step holds the result of the first. */
export interface Asked {
  settings: Settings;
  callback?: string;
  kept?: { state: string; code_verifier: string };
}

/** A program with two copied files: one step of a login. */
export async function answer({ settings, callback, kept }: Asked): Promise<User | object> {
  if (callback === undefined || kept === undefined) return beginLogin(settings);
  return fetchUser(settings, await finishLogin(settings, new URL(callback), kept));
}
