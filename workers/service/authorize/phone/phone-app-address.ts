import type { AppAddresses, CarrierCall } from '../../../../packages/plid/carrier/port.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { systemOf } from '../../../core/http/agent-label.ts';
import { allowedLink, isWebLink } from '../../shared/phone-app-links.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { noteIgnoredFields } from './carrier-calls.ts';

/** Of an address, in characters: it travels in the sign-in's cookie, which has little room. */
const maxLength = 300;

/**
 * The address of a carrier's app for this browser: that of its platform, or else the page. One that the operator's list does not have is left out,
 * and written to the log by the name of its field. A WebView is led to no page, and to an app only where its application passes schemes on.
 */
export function phoneAppAddress(
  context: SignInContext,
  carrier: CarrierCode,
  field: 'open' | 'install',
  sent: AppAddresses = {},
  call: CarrierCall = 'confirm',
): string | undefined {
  const { env, request, signIn } = context;
  const fitting = [sent[platformOf(request)], sent.web].filter((address) => address !== undefined);
  const allowed = fitting.flatMap((address) => allowedLink(env.PHONE_APP_LINKS, address) ?? []);
  if (allowed.length < fitting.length) noteIgnoredFields(context, 'warn', { carrier, call }, [field]);
  const opensApp = (address: string) => env.PHONE_APP_IN_WEBVIEWS === 'Y' && !isWebLink(address);
  return allowed.find((address) => address.length <= maxLength && (!signIn.isHybrid || opensApp(address)));
}

/** The addresses of a carrier's app that an answer brings, as {@link phoneAppAddress}. */
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
