import { enforcedMinimumAge } from '../../registry/minimum-age.ts';
import { automaticLoginLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { phoneRequestIn } from '../stages/sign-in-stage.ts';
import { readDeviceOfUser, removedDeviceCookies, storedDeviceCookie } from './device-cookie.ts';

/**
 * Returns Set-Cookie values for automatic login on this device. The cookies end another user's automatic login.
 * This user's automatic login stays if the application has required a full sign-in this time.
 */
export async function automaticLoginCookies(
  context: SignInContext,
  plid: string,
  automatic: boolean,
): Promise<string[]> {
  const { signIn } = context;
  const { id, client_id, automaticLogin, stage } = signIn;
  const phone = phoneRequestIn(stage);
  if (automatic && phone !== undefined) {
    const { phoneNo, telcoCd, mvno } = phone;
    const registration = {
      plid,
      device: id,
      generation: 0,
      age: enforcedMinimumAge(context.application),
      // The user is notified there if a copy of the cookie is used.
      phoneNo,
      telcoCd,
      ...(mvno && { mvno }),
    };
    return [await storedDeviceCookie(context, client_id, registration, context.now + automaticLoginLifetime)];
  }
  const keepsDevice =
    automaticLogin === undefined && (await readDeviceOfUser(context, client_id, plid)) !== undefined;
  return keepsDevice ? [] : removedDeviceCookies(context, client_id);
}
