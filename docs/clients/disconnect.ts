import type { Settings } from './user.js';

/**
 * Disconnects a user from your application (§4.4), for when they close their account: OAuth libraries have nothing for it.
 * @param plid of the user record.
 */
export async function disconnect(
  { service, client_id, client_secret }: Settings,
  plid: string,
): Promise<void> {
  const answer = await fetch(`${service}/v1/user/disconnect`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ plid }),
  });
  const { code, message } = (await answer.json()) as { code?: string; message?: string };
  if (code !== '0000') throw new Error(`Not disconnected: ${message}`);
}
