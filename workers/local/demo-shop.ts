import { sha256, toHex } from '../core/crypto/bytes.ts';

/** The demo shop of every local world. It exists nowhere else, so its secret needs no protection. */
export const demoShop = {
  client_id: 'demoshop000000000001',
  /** The text whose SHA-256, in hexadecimal, is the client secret. */
  secretOf: 'plid local demo secret 1',
};

/** The demo shop's client secret. */
export const demoSecret = async (): Promise<string> => toHex(await sha256(demoShop.secretOf));
