import type { LoginFacts } from '../../../core/protocol/login-facts.ts';
import type { RepeatedGrantRequest } from '../../objects/account-tables.ts';
import type { PasskeyRow } from './passkey-tables.ts';

/** What `service-authorize` sends to an account, and its answers. The account's class adds the methods (routes/objects/index.ts). */
export interface PasskeyMethods {
  createPasskey(passkey: NewPasskey, at: number): Promise<boolean>;
  grantByPasskey(use: PasskeyUse, at: number): Promise<PasskeyOutcome>;
}

export type NewPasskey = Omit<PasskeyRow, 'device' | 'created' | 'used'>;

/** The signature of a passkey over a sign-in's challenge, with everything except the signature checked (WebAuthn §7.2). */
export interface PasskeyUse extends Signed {
  /** ID of the sign-in, which is also the grant's. */
  id: string;
  /** ID of the credential, in Base64url. */
  passkey: string;
  /** The signature counter. */
  counter: number;
  /** The age from which the application accepts users, in whole years. */
  minimumAge: number;
  facts: LoginFacts;
  consent: Omit<RepeatedGrantRequest, 'id'>;
}

/** Signed bytes, and the signature as two numbers of 32 bytes. */
export interface Signed {
  signed: Uint8Array;
  signature: Uint8Array;
}

/**
 * `granted`: also if this sign-in was granted to a passkey before, and its code wasn't redeemed. `spent`: it was redeemed, or
 * granted by phone. `unknown`: no
 * passkey of the account has made the signature. `unconsented`: the application asks for more than the user has agreed to. `age`:
 * it isn't known whether the user is old enough. `copied`: the passkey has ended, because its counter didn't rise.
 */
export type PasskeyOutcome =
  | { outcome: 'granted' | 'spent' | 'unknown' | 'unconsented' | 'refused' | 'age' }
  | { outcome: 'copied'; contact: string };
