import type { ProviderOptions } from '../client/provider-client.ts';
import { plid as authjs } from './authjs.ts';

/**
 * `plid/providers/next-auth`: the provider for NextAuth.js 4. Register `<your origin>/api/auth/callback/plid` at the service.
 * @returns the `id` of a user is their plid; the callbacks `jwt` and `signIn` get the whole record as `profile`.
 * @throws {PlidMismatch} `option`, where one is missing or not valid.
 */
export function plid(options: ProviderOptions) {
  const { token, userinfo, ...provider } = authjs(options);
  // `request` is all that NextAuth.js 4 asks by; it names a refusal by itself.
  return { ...provider, token: token.url, userinfo: { request: userinfo.request } };
}
