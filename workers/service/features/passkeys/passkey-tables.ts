import type { Migrations } from '../../../core/storage/object-store.ts';

/**
 * The passkeys of an account (account-passkeys.ts). `key` is the public key, in Base64url. Times are in seconds since
 * 1970.
 */
export const passkeyMigrations: Migrations = [
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, counter INTEGER NOT NULL, age INTEGER NOT NULL, contact TEXT NOT NULL,
    client_id TEXT NOT NULL, sign_in TEXT NOT NULL, device TEXT NOT NULL, agent TEXT NOT NULL,
    created INTEGER NOT NULL, used INTEGER
  ) STRICT, WITHOUT ROWID;`,
];

export type PasskeyRow = {
  /** ID of the credential (WebAuthn §4), in Base64url. */
  id: string;
  /** The public key as an uncompressed P-256 point, in Base64url. */
  key: string;
  /** The signature counter of its last use. Synced passkeys always send 0. */
  counter: number;
  /** The highest minimum age that the user has met when the passkey was created, in whole years. */
  age: number;
  /** The user's number and carrier, encrypted (passkey-contact.ts). */
  contact: string;
  /** The application and the sign-in after which the user created the passkey. */
  client_id: string;
  sign_in: string;
  /** The automatic login of the browser that created it. */
  device: string;
  /** The label of that browser (core/http/agent-label.ts). */
  agent: string;
  created: number;
  /** Time of its last sign-in. Null before the first one. */
  used: number | null;
};
