import { readUser } from './fields/fields.js';
import type { Settings } from './settings.ts';

/** Reads the user (§4.3), for libraries that do not, and decrypts them. */
export async function fetchUser({ service, client_secret }: Settings, access_token: string) {
  const headers = { Authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${service}/v1/user/me`, { headers });
  return readUser(await answer.json(), client_secret);
}
