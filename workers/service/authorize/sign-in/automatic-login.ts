import { isPrefetch, isTopLevel } from '../../../core/http/navigation.ts';
import type { Parameters } from '../../../core/http/parameters.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import { fromObject } from '../../../core/storage/outages.ts';
import type { AutomaticGrantResult } from '../../objects/account-requests.ts';
import { accountOf } from '../../shared/accounts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import { readDevice } from './device-cookie.ts';
import { backWithCode } from './sign-in-redirects.ts';

/**
 * Logs a device that chose automatic login in without a page (§1, §2.1 mode 2).
 * @returns the redirect with a code, or why the person must sign in.
 * @throws {ProtocolError} `unavailable` where the account can't be asked.
 */
export async function logInAutomatically(
  context: AuthorizeContext,
  request: AuthorizationRequest,
): Promise<Response | Exclude<AutomaticGrantResult, 'granted'>> {
  const { client_id, attributes: asked } = request.application;
  if (!isOpenedByPerson(context.request)) return 'refused';
  const registered = await readDevice(context, client_id);
  if (registered === undefined) return 'refused';
  const { plid, device } = registered;
  const grant = crypto.randomUUID();
  const asking = accountOf(context.env, plid).grantAutomatically(
    { id: grant, client_id, device, asked },
    context.now,
  );
  const outcome = await fromObject<AutomaticGrantResult>('granting an automatic login', asking);
  context.note({ automaticLogin: outcome });
  if (outcome !== 'granted') return outcome;
  return backWithCode(context, { ...request, client_id }, { plid, grant });
}

/** A page in a frame, an image or a prefetch must not log anybody in. */
const isOpenedByPerson = (request: Request): boolean => isTopLevel(request) && !isPrefetch(request);

/**
 * The checkbox of a page. @returns N where it is not ticked.
 * @throws {ProtocolError} `invalid_item` where it is neither Y nor N, or repeated.
 */
export function readAutomaticLoginChoice(parameters: Parameters): YesNo {
  const autoLogin = parameters.optional('autoLogin') ?? 'N';
  if (autoLogin !== 'Y' && autoLogin !== 'N')
    throw new ProtocolError(refusals.invalid_item, { item: 'autoLogin' });
  return autoLogin;
}
