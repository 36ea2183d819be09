import type { ProviderOptions } from '../client/provider-client.ts';
import { plid as authjs } from './authjs.ts';

/**
 * `plid/providers/next-auth`: the provider for NextAuth.js 4. Register `<your origin>/api/auth/callback/plid` at
 * the service.
 * @returns the provider. A user's `id` is the plid, and the callbacks `jwt` and `signIn` get the whole record as
 * `profile`. @throws {PlidMismatch} `option` if an option is missing or invalid.
 */
export function plid(options: ProviderOptions) {
  const { token, userinfo, ...provider } = authjs(options);
  // NextAuth.js 4 uses only the `request` function of `userinfo`, and reports the service's errors itself.
  return { ...provider, token: token.url, userinfo: { request: userinfo.request } };
}
