import * as v from 'valibot';

export const passkeySettings = {
  /**
   * `Y`: after a sign-in by phone, users may create a passkey, and sign in with it to the applications that are registered
   * for `passkeys`.
   *
   * If you switch it off, no passkey signs in. Users keep their passkeys for the day when you switch it on again.
   */
  PASSKEYS: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
};

export interface PasskeyEnv {
  PASSKEYS: 'Y' | 'N';
}
