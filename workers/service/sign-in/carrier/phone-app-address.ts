import type { AppAddresses, CarrierCall } from '../../../core/carrier/port.ts';
import { systemOf } from '../../../core/http/agent-label.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { allowedLink, isWebLink } from '../settings/phone-app-links.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';
import { logIgnoredFields } from './carrier-calls.ts';

/**
 * Maximum length of an address in characters. The address is stored in the sign-in's cookie, which has little
 * room.
 */
const maxLength = 300;

/**
 * Returns the address of a carrier's app for this browser. This is the address for the browser's platform, or the
 * web page if that address is missing or can't be used. An address that isn't in the operator's list is omitted,
 * and the name of the response field that contained it is logged. A WebView gets no web page. A WebView gets an
 * app address only if its application forwards app schemes.
 */
export function phoneAppAddress(
  context: SignInContext,
  carrier: CarrierCode,
  field: 'open' | 'install',
  sent: AppAddresses = {},
  call: CarrierCall = 'confirm',
): string | undefined {
  const { env, request, signIn } = context;
  const candidates = [sent[platformOf(request)], sent.web].filter((address) => address !== undefined);
  const allowed = candidates.flatMap((address) => allowedLink(env.PHONE_APP_LINKS, address) ?? []);
  if (allowed.length < candidates.length) logIgnoredFields(context, 'warn', { carrier, call }, [field]);
  const opensApp = (address: string) => env.PHONE_APP_IN_WEBVIEWS === 'Y' && !isWebLink(address);
  return allowed.find((address) => address.length <= maxLength && (!signIn.isHybrid || opensApp(address)));
}

/**
 * Returns the addresses of a carrier's app from the carrier's response, selected as in {@link phoneAppAddress}.
 */
export function phoneAppAddresses(
  context: SignInContext,
  carrier: CarrierCode,
  { open, install }: { open?: AppAddresses | undefined; install?: AppAddresses | undefined },
): Pick<PhoneRequest, 'open' | 'install'> {
  const address = phoneAppAddress(context, carrier, 'open', open);
  const source = phoneAppAddress(context, carrier, 'install', install);
  return {
    ...(address !== undefined && { open: address }),
    ...(source !== undefined && { install: source }),
  };
}

function platformOf({ headers }: Request): keyof AppAddresses {
  const system = systemOf(headers.get('User-Agent'));
  if (system === 'Android') return 'android';
  return system === 'iOS' ? 'ios' : 'web';
}
