import type { CarrierCode } from '../../core/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * Tables of a Phone. Times are in seconds since 1970. `registration` has at most one row. The row contains the
 * current owner and the registration's start or, if there is no plid, the time when the last registration ended.
 * Callers and owners are pseudonyms (phones.ts). A row of `requests` with the status `cancelled` isn't a request.
 * Its id is the {@link cancelledSignInRowId} of a canceled sign-in.
 */
export const phoneMigrations: Migrations = [
  `CREATE TABLE registration (
    id INTEGER PRIMARY KEY CHECK (id = 1), plid TEXT, owner TEXT, since INTEGER NOT NULL, carrier TEXT, reused INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE requests (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, sign_in TEXT NOT NULL, caller TEXT NOT NULL, network TEXT,
    known INTEGER NOT NULL, status TEXT NOT NULL, denial_cause TEXT, sent INTEGER NOT NULL, expires INTEGER NOT NULL,
    carrier_id TEXT, replaced_other INTEGER NOT NULL DEFAULT 0, resends INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;`,
];

/**
 * `owner` is null if the carrier didn't return the user's `ci`. `carrier` is the carrier of the latest approval, or
 * null without an owner. `reused` is the last time that a copied cookie of the owner's automatic login was used.
 */
export type RegistrationRow = {
  plid: string | null;
  owner: string | null;
  since: number;
  carrier: CarrierCode | null;
  reused: number | null;
};

/**
 * `sent`: unanswered so far. `unconfirmed`: the request never reached the phone. `superseded`: a later request
 * replaced it, so an approval no longer counts. `mismatched`: the user chose a wrong number and got another
 * request.
 */
type RequestStatus = 'sent' | 'unconfirmed' | 'denied' | 'superseded' | 'mismatched';
/**
 * Why a request was denied, if not because of a wrong number. `not me`: the user reported that they didn't send
 * the request. `blocked`: the user blocks all requests.
 */
export type DenialCause = 'not me' | 'blocked';
/**
 * The fields of a request that count for the limits. `network` is a pseudonym, or null for loopback. `denial_cause` is
 * null unless the owner reported that they didn't send the request. `replaced_other` is 1 if the request superseded
 * another caller's open request.
 */
export type CountedRequest = {
  caller: string;
  known: number;
  status: RequestStatus;
  sent: number;
  network: string | null;
  denial_cause: DenialCause | null;
  replaced_other: number;
  /**
   * How often a known browser has sent this request again in its sign-in. Each push of an unknown browser has its
   * own row.
   */
  resends: number;
};
/** @property expires when the request no longer counts. @property carrier_id null until it has reached the phone. */
export type RequestRow = CountedRequest &
  RequestPurpose & { id: string; expires: number; carrier_id: string | null };

/** The purpose of a request, for the operator: the application and the name of the sign-in. */
export type RequestPurpose = { client_id: string; sign_in: string };

/** Returns the id of the row that marks a sign-in as canceled. */
export const cancelledSignInRowId = (signIn: string) => `cancelled ${signIn}`;

export const requestColumns =
  'id, client_id, sign_in, caller, network, known, status, denial_cause, sent, expires, carrier_id, replaced_other, resends' as const;

/** Everything that a number's object stores, as shown to the operator. Times are in seconds since 1970. */
export interface StoredPhone {
  /** The current registration of the number. If there is no plid, `since` is the end of the last registration. */
  registration:
    | { plid: string | undefined; since: number; carrier?: CarrierCode; reused?: number }
    | undefined;
  /** The requests to this phone. */
  requests: ({ sent: number; status: RequestStatus } & RequestPurpose)[];
}

/**
 * A request for this phone. It contains the carrier's id, the name of the sign-in, and whether the phone may be showing
 * the request now.
 */
export type CarrierRequest = { id: string; carrierId: string; signIn: string; isOpen: boolean };

/**
 * `retryAfter` is in seconds. `unanswered`: the previous request, if it is unanswered. No page waits for it any
 * longer. `challenge`: whether the request was refused only because of other callers' attempts. `known`: whether
 * the browser is known for the number. `reused`: whether a copied cookie of this number's owner was used recently.
 */
export type Admission =
  | { admitted: true; unanswered?: CarrierRequest | undefined; known: boolean; reused: boolean }
  | { admitted: false; retryAfter: number; known: boolean; challenge?: boolean };

/** The details of an approval that identify the number's owner and the approved request. */
export interface OwnerApproval {
  /** A pseudonym of the `ci`. Undefined if the carrier doesn't return the `ci`. */
  owner: string | undefined;
  /** The carrier of the approval. */
  carrier: CarrierCode;
  /** When the approved request was sent, in seconds since 1970. */
  sent: number;
  /** The id of the approved request's sign-in. */
  signIn: string;
  /** The id of the approved request. Missing in app-initiated sign-ins. */
  admission?: string;
}

/**
 * `changed hands`: a user other than the previous owner has approved, and the previous owner's account is terminated.
 * `unproven`: the carrier doesn't report who has approved, so the owner stays. `superseded`: before the approval,
 * a later request had replaced the approved request.
 */
export interface Registration {
  registration: 'kept' | 'made' | 'changed hands' | 'unproven' | 'superseded';
  /** The plid of the number's owner. Undefined if `registration` is `unproven` or `superseded`. */
  plid: string | undefined;
}
