import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { signIdToken } from '../../core/openid/id-token.ts';
import { readIdTokenHint } from '../../core/openid/id-token-hint.ts';
import { signLogoutToken } from '../../core/openid/logout-token.ts';
import { publicKeysOf } from '../../core/openid/openid-keys.ts';
import type { SigningAlgorithm } from '../../core/openid/signing-algorithms.ts';
import { readSettings } from '../../core/worker/settings.ts';
import type { SignerEntrypoint } from '../shared/signer-entrypoint.ts';
import { idTokenContentSchema, logoutTokenContentSchema } from './signed-content-schemas.ts';
import { schema } from './signer-settings.ts';

/**
 * Signs OpenID Connect tokens for the workers that are bound to it, so that the private keys stay in this worker.
 * Each method signs one type of token and rejects claims of any other type.
 */
export class Signer extends WorkerEntrypoint implements SignerEntrypoint {
  async publicKeys(): Promise<{ keys: object[] }> {
    return publicKeysOf(this.#keys());
  }

  async signIdToken(alg: SigningAlgorithm, login: unknown, now: number): Promise<string> {
    return signIdToken(this.#keys(), alg, v.parse(idTokenContentSchema, login), now);
  }

  async signLogoutToken(alg: SigningAlgorithm, logout: unknown, now: number): Promise<string> {
    return signLogoutToken(this.#keys(), alg, v.parse(logoutTokenContentSchema, logout), now);
  }

  async readHint(text: string, issuer: string) {
    return readIdTokenHint(this.#keys(), text, issuer);
  }

  /** Reads the signing keys. @throws {ProtocolError} `settings` if `OPENID_KEY` is malformed. */
  #keys() {
    return readSettings(schema, this.env).OPENID_KEY ?? [];
  }
}
