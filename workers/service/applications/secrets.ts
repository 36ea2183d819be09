import { randomBytes, toHex } from '../../core/bytes.ts';
import { ProtocolError } from '../../core/errors.ts';
import type { KeyRing } from '../../core/keys.ts';
import { type Application, storeSecret } from '../applications.ts';

/** How many secrets of an application are live at most: the one in use, and the one that follows it. */
const liveSecrets = 2;
/** 32 bytes: 64 hexadecimal digits. */
const secretLength = 32;
const idLength = 8;

export interface NewSecret {
  application: Application;
  client_secret: string;
}

/**
 * Gives an application one more secret, which is its current one from now on; the one before stays live.
 * @param at in seconds since 1970. @throws {ProtocolError} `secrets_full`.
 */
export async function createSecret(keys: KeyRing, application: Application, at: number): Promise<NewSecret> {
  if (application.secrets.length >= liveSecrets) throw new ProtocolError('secrets_full');
  const client_secret = toHex(randomBytes(secretLength));
  const secret = await storeSecret(keys, toHex(randomBytes(idLength)), client_secret, at);
  return { application: { ...application, secrets: [secret, ...application.secrets] }, client_secret };
}

/**
 * Takes a secret from an application, and with it the tokens that were issued under it.
 * @throws {ProtocolError} `not_found`; `secret_in_use` for the current one, which is the last where it is alone.
 */
export function retireSecret(application: Application, id = ''): Application {
  const [current, ...others] = application.secrets;
  if (current?.id === id) throw new ProtocolError('secret_in_use');
  if (!others.some((secret) => secret.id === id)) throw new ProtocolError('not_found');
  return { ...application, secrets: application.secrets.filter((secret) => secret.id !== id) };
}
