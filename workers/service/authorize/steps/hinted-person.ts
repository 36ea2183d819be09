import { callWorker } from '../../../core/storage/outages.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Whether a person is whom a request of OpenID Connect asks for by an id_token of an earlier login (OpenID Connect Core 1.0 §3.1.2.1): anybody, where it names
 * none. An id_token of another application, or none of ours, is of nobody.
 */
export async function isPersonAskedFor(
  { env }: AuthorizeContext,
  { id_token_hint, application }: ReadRequest,
  plid: string,
): Promise<boolean> {
  if (id_token_hint === undefined) return true;
  const hint = await callWorker('reading an id_token', env.SIGNER.readHint(id_token_hint, env.BASE_URL));
  return hint?.subject === plid && hint.audience === application.client_id;
}
