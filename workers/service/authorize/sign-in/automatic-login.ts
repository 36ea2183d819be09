import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { isPrefetch, isTopLevel } from '../../../core/http/navigation.ts';
import type { Parameters } from '../../../core/http/parameters.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import { fromObject } from '../../../core/storage/outages.ts';
import type { AutomaticGrantResult } from '../../objects/account-requests.ts';
import type { Application } from '../../shared/applications.ts';
import { accountOf } from '../../shared/grants.ts';
import { automaticLoginLifetime } from '../../shared/service-lifetimes.ts';
import { device } from '../../shared/service-values.ts';
import type { AuthorizeContext } from './authorize-settings.ts';
import { backWithCode, type ReturnAddress } from './sign-in-redirects.ts';

/** A device that logs in automatically at an application. */
interface Device {
  plid: string;
  device: string;
}

const cookieOf = (client_id: string) => `plid-device-${client_id}`;

/** The automatic login of this browser at an application, as its cookie has it; the account decides whether it is still valid. */
export async function readDevice(
  { request, env, now }: AuthorizeContext,
  client_id: string,
): Promise<Device | undefined> {
  const cookie = readCookie(request, cookieOf(client_id));
  return cookie === undefined ? undefined : device.open(env.KEYS, cookie, now);
}

/** A Set-Cookie value that names this device from now on. */
export async function keepDevice(
  { url, env, now }: AuthorizeContext,
  client_id: string,
  value: Device,
): Promise<string> {
  const text = await device.seal(env.KEYS, value, now + automaticLoginLifetime);
  return writeCookie(url, cookieOf(client_id), text, automaticLoginLifetime);
}

/** Set-Cookie values that remove the automatic login at an application from this browser. */
export function dropDevice({ request, url }: AuthorizeContext, client_id: string): string[] {
  const name = cookieOf(client_id);
  return readCookie(request, name) === undefined ? [] : [writeCookie(url, name, '', 0)];
}

/**
 * Logs a device that chose automatic login in without a page (§1, §2.1 mode 2).
 * @returns the redirect with a code, or why the person must sign in.
 * @throws {ProtocolError} `unavailable` where the account can't be asked.
 */
export async function logInAutomatically(
  context: AuthorizeContext,
  request: ReturnAddress & { application: Application; code_challenge?: string },
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
