import type { Login } from '../../core/openid/id-token.ts';
import type { IdTokenHint } from '../../core/openid/id-token-hint.ts';
import type { Logout } from '../../core/openid/logout-token.ts';
import type { SigningAlgorithm } from '../../core/openid/signing-algorithms.ts';

/** The calls that the entrypoint `Signer` of the worker with OPENID_KEY offers. Times in seconds since 1970. */
export interface SignerEntrypoint {
  /** No key where the service has no OPENID_KEY. */
  publicKeys(): Promise<{ keys: object[] }>;
  signIdToken(alg: SigningAlgorithm, login: Login, now: number): Promise<string>;
  signLogoutToken(alg: SigningAlgorithm, logout: Logout, now: number): Promise<string>;
  /** Reads an id_token that comes back; undefined where it is none of ours. */
  readHint(text: string, issuer: string): Promise<IdTokenHint | undefined>;
}
