import type { StoredAccount } from './account-tables.ts';
import type { AccountDisclosure } from './disclosure-index.ts';
import type { SignedIn } from './sign-in-entry.ts';
import type { UndeliveredEventRow } from './undelivered-events.ts';

/** Everything that an account and its optional parts store, as shown to the operator. */
export interface WholeAccount extends StoredAccount {
  /** The latest full sign-ins. */
  signIns: SignedIn[];
  /** Undelivered events. */
  events: UndeliveredEventRow[];
  /** What was disclosed to which application. */
  disclosures: AccountDisclosure[];
}

/** The method that reads an account with its optional parts. */
export interface StoredMethods {
  stored(at: number): WholeAccount | undefined;
}
