import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { AuthorizeContext } from '../../authorize/sign-in/authorize-settings.ts';

/**
 * Returns the plid of the user that an OpenID request's `id_token_hint` identifies. No other user gets a code
 * (OpenID Connect Core 1.0 §3.1.2.2).
 * @returns Undefined if there is no hint. An empty string, which matches no account, if the hint isn't valid or
 * belongs to another application.
 */
export async function hintedUser(
  { env }: AuthorizeContext,
  client_id: string,
  id_token_hint: string | undefined,
): Promise<string | undefined> {
  if (id_token_hint === undefined) return undefined;
  const hint = await callWorker('reading an id_token', env.SIGNER.readHint(id_token_hint, env.BASE_URL));
  return hint?.audience === client_id ? hint.subject : '';
}
