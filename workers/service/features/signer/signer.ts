import { WorkerEntrypoint } from 'cloudflare:workers';
import * as v from 'valibot';
import { readSettings } from '../../../core/worker/settings.ts';
import { signIdToken } from '../../../openid/id-token.ts';
import { readIdTokenHint } from '../../../openid/id-token-hint.ts';
import { signLogoutToken } from '../../../openid/logout-token.ts';
import { publicKeysOf } from '../../../openid/openid-keys.ts';
import type { SigningAlgorithm } from '../../../openid/signing-algorithms.ts';
import type { SignerEntrypoint } from '../../settings/signer-entrypoint.ts';
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
