import type { StoredAccount } from './account-tables.ts';
import type { AccountDisclosure } from './disclosure-index.ts';
import type { ListedPasskey } from './listed-passkey.ts';
import type { SignedIn } from './sign-in-entry.ts';
import type { UndeliveredEventRow } from './undelivered-events.ts';

/** Everything that an account and its optional parts store, as shown to the operator. */
export interface WholeAccount extends StoredAccount {
  /** The latest sign-ins by phone or passkey. */
  signIns: SignedIn[];
  passkeys: Omit<ListedPasskey, 'id'>[];
  /** Undelivered events. */
  events: UndeliveredEventRow[];
  /** What was disclosed to which application. */
  disclosures: AccountDisclosure[];
}

/** What an operator does with an account and its optional parts. */
export interface StoredMethods {
  stored(at: number): WholeAccount | undefined;
  /** Ends all passkeys. @returns for each one, the application after whose sign-in it was created. */
  endPasskeys(): string[];
}
