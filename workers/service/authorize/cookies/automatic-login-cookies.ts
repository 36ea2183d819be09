import { readDeviceOfUser, removedDeviceCookies, storedDeviceCookie } from '../../shared/device-cookie.ts';
import { enforcedMinimumAge } from '../../shared/minimum-age.ts';
import { automaticLoginLifetime } from '../../shared/service-lifetimes.ts';
import { phoneRequestIn } from '../../shared/sign-in-stage.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';

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
