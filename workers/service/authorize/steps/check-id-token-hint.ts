import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { Application } from '../../shared/applications.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/**
 * The person of whom a request of OpenID Connect has an id_token: nobody else gets a code for it (OpenID Connect Core 1.0 §3.1.2.2).
 * @returns their plid; undefined where the request has none, and `''`, which is nobody's, where it is another application's or none of ours.
 */
export async function hintedUser(
  { env }: AuthorizeContext,
  { client_id }: Pick<Application, 'client_id'>,
  id_token_hint: string | undefined,
): Promise<string | undefined> {
  if (id_token_hint === undefined) return undefined;
  const hint = await callWorker('reading an id_token', env.SIGNER.readHint(id_token_hint, env.BASE_URL));
  return hint?.audience === client_id ? hint.subject : '';
}
