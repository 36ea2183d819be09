import type { Message } from '../core/http/delivery.ts';

/** Returns the request that delivers a logout_token (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export const logoutMessage = (address: string, token: string): Message => ({
  address,
  contentType: 'application/x-www-form-urlencoded',
  body: `logout_token=${token}`,
});

/**
 * Reads a relying party's rejection of a logout_token, which is final if it has status 400
 * (OpenID Connect Back-Channel Logout 1.0 §2.8).
 */
export const readLogoutRejection = async ({ status }: Response): Promise<object | undefined> =>
  status === 400 ? {} : undefined;
