import { orUnavailable } from '../../core/errors.ts';
import { accountOf } from '../accounts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { backWithCode } from './code.ts';
import { readDevice } from './device-cookie.ts';
import type { AuthorizeContext } from './settings.ts';

/**
 * Logs a known device in without a page (§1, §2.1 mode 2); undefined where the person must sign in.
 * @throws {ProtocolError} `unavailable` where the account can't be asked.
 */
export async function logInAutomatically(
  context: AuthorizeContext,
  request: AuthorizationRequest,
): Promise<Response | undefined> {
  const { client_id, attributes: asked } = request.application;
  if (!isOpenedByPerson(context.request)) return undefined;
  const known = await readDevice(context, client_id);
  if (known === undefined) return undefined;
  const grant = crypto.randomUUID();
  const asking = accountOf(context.env, known.plid).grantAutomatically(
    { id: grant, client_id, device: known.device, asked },
    context.now,
  );
  const outcome = await orUnavailable('granting an automatic login', asking);
  context.note({ automaticLogin: outcome });
  if (outcome === 'refused') return undefined;
  return backWithCode(context, { ...request, client_id }, { plid: known.plid, grant });
}

/** A page in a frame, an image, or what a browser fetches ahead, must not sign anybody in. */
function isOpenedByPerson({ headers }: Request): boolean {
  const destination = headers.get('Sec-Fetch-Dest') ?? 'document';
  const purpose = `${headers.get('Sec-Purpose')} ${headers.get('Purpose')}`;
  return destination === 'document' && !purpose.includes('prefetch');
}
