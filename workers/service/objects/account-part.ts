import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import type { Migrations, ObjectStore } from '../../core/storage/object-store.ts';
import type { Consent } from '../registry/consents.ts';
import type { AccountMetadata } from './account-metadata.ts';
import type { AccountQueries } from './account-queries.ts';
import type {
  DeviceRow,
  GrantRequest,
  ReadableGrant,
  Redemption,
  RepeatedGrantRequest,
} from './account-tables.ts';
import type { HeldRows } from './held-rows.ts';

/**
 * An optional part of an account. The account calls its parts one after the other and knows none of them. Except for
 * `deliver`, a hook runs in the transaction of the change that it is about. `at` is in seconds since 1970.
 */
export interface AccountPart {
  /** The tables of the part. They exist as soon as the account stores anything. */
  readonly migrations?: Migrations;
  /** Whether the time of the account is over, so that it grants, reads, and ends nothing. */
  isOver?(at: number): boolean;
  /** Whether a full sign-in may be granted. */
  mayGrant?(request: GrantRequest, at: number): boolean;
  /** A full sign-in has been granted. */
  granted?(request: GrantRequest, at: number): void;
  /** A sign-in without an identity has been granted. @param facts the login facts for OpenID Connect. */
  grantedAgain?(request: RepeatedGrantRequest, facts: LoginFacts, at: number): void;
  /** A code has been redeemed, and the application can read an identity. */
  disclosed?(client_id: string, at: number): void;
  /** A sign-in was ended together with its automatic login. */
  signInEnded?(ended: EndedSignIn, at: number): void;
  /**
   * The user has ended the automatic login of one device, or of an application on every device.
   * @returns whether the part has ended anything.
   */
  automaticLoginEnded?(ended: { device: string } | { client_id: string }): boolean;
  /** The connection to an application has ended. */
  disconnected?(client_id: string, at: number): void;
  /** The user has left. @param client_ids the applications that were connected. */
  terminated?(client_ids: readonly string[], at: number): void;
  /** Sends what is due, in the account's alarm. Never throws, because a failed delivery is retried later. */
  deliver?(at: number): Promise<void>;
  /** Deletes expired rows. @returns when the part needs the alarm next, or Infinity. */
  deleteExpired?(at: number): number;
}

/** A sign-in that was ended. `isConnected`: whether the user is connected to its application. */
export interface EndedSignIn {
  id: string;
  client_id: string;
  isConnected: boolean;
}

/** What an account lends its parts. The methods are the account's own (account.ts). */
export interface AccountContext {
  storage: DurableObjectStorage;
  store: ObjectStore;
  /** The user's plid. Undefined if the object has no name. */
  plid: string | undefined;
  metadata: AccountMetadata;
  queries: AccountQueries;
  held: HeldRows;
  /** Continues work after the call has been answered. */
  waitUntil(work: Promise<void>): void;
  connections(): Consent[];
  automaticLogins(at: number): DeviceRow[];
  redeem(id: string, client_id: string, at: number): Redemption;
  read(id: string, client_id: string, once: boolean, at: number): ReadableGrant | undefined;
  disconnect(client_id: string, at: number): boolean;
  grantAgain(
    request: RepeatedGrantRequest,
    facts: LoginFacts,
    at: number,
  ): 'granted' | 'unconsented' | 'refused';
  /** Ends the automatic login of one device. @returns the client_id of its application, if there was one. */
  endDevice(id: string): string[];
  /** Ends a sign-in with its grant and automatic login. @param id the sign-in's id. */
  endSignIn(id: string, client_id: string, at: number): void;
  terminate(at: number): void;
}
