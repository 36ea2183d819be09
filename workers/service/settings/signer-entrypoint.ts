import type { Login } from '../../openid/id-token.ts';
import type { IdTokenHint } from '../../openid/id-token-hint.ts';
import type { Logout } from '../../openid/logout-token.ts';
import type { SigningAlgorithm } from '../../openid/signing-algorithms.ts';

/** Methods of the entrypoint `Signer` in the worker that has `OPENID_KEY`. Times are in seconds since 1970. */
export interface SignerEntrypoint {
  /** Returns the public keys. The set is empty if the service has no `OPENID_KEY`. */
  publicKeys(): Promise<{ keys: object[] }>;
  signIdToken(alg: SigningAlgorithm, login: Login, now: number): Promise<string>;
  signLogoutToken(alg: SigningAlgorithm, logout: Logout, now: number): Promise<string>;
  /** Verifies an id_token that was sent as a hint. @returns undefined if the service didn't issue it. */
  readHint(text: string, issuer: string): Promise<IdTokenHint | undefined>;
}
