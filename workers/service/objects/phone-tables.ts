import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * The tables of a Phone. Times in seconds since 1970. `registration` has at most one row: the current owner and since when,
 * or, without a plid, when the last registration ended. Callers and owners are pseudonyms (phones.ts). A row of `requests` with the status
 * `cancelled` is no request: its id is that of a sign-in that was cancelled, with {@link cancelledId}.
 */
export const phoneMigrations: Migrations = [
  `
  CREATE TABLE registration (
    id INTEGER PRIMARY KEY CHECK (id = 1), plid TEXT, owner TEXT, since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE requests (
    id TEXT PRIMARY KEY, caller TEXT NOT NULL, known INTEGER NOT NULL,
    status TEXT NOT NULL, sent INTEGER NOT NULL, forgotten INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE requests ADD COLUMN carrier_id TEXT',
  'ALTER TABLE requests ADD COLUMN client_id TEXT; ALTER TABLE requests ADD COLUMN sign_in TEXT;',
  'ALTER TABLE registration ADD COLUMN network TEXT',
  'ALTER TABLE registration ADD COLUMN reused INTEGER',
  `ALTER TABLE requests ADD COLUMN network TEXT;
  ALTER TABLE requests ADD COLUMN why TEXT;
  ALTER TABLE requests ADD COLUMN took INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN resent INTEGER NOT NULL DEFAULT 0;`,
];

/**
 * `owner` is null where the carrier did not give the person's ci. `network` is the carrier of the latest approval; null where that was before
 * the release that asks. `reused`: when a copy of a cookie of its owner's automatic login was last noticed.
 */
export type RegistrationRow = {
  plid: string | null;
  owner: string | null;
  since: number;
  network: CarrierCode | null;
  reused: number | null;
};

/**
 * `sent`: not answered, so far; `unconfirmed`: never reached the phone; `superseded`: a later one has taken its place, and an approval of it
 * counts no more; `slipped`: the person has chosen a wrong number, and was asked again.
 */
type RequestStatus = 'sent' | 'unconfirmed' | 'denied' | 'superseded' | 'slipped';
/** Why a request was denied, where that is more than a wrong number: it was not the person, or they let nobody ask. */
export type DenialCause = 'not me' | 'blocked';
/**
 * The fields of a request that count for the limits. `network` is a pseudonym; null where a worker of the release before has asked. `why`: null
 * unless the owner has said that it was not them. `took`: whether it has taken the place of an open one.
 */
export type CountedRequest = {
  caller: string;
  known: number;
  status: RequestStatus;
  sent: number;
  network: string | null;
  why: DenialCause | null;
  took: number;
  /** How often a known browser has sent it again within its sign-in. Each push of an unknown browser has a row of its own. */
  resent: number;
};
export type RequestRow = CountedRequest & {
  id: string;
  forgotten: number;
  carrier_id: string | null;
  client_id: string | null;
  sign_in: string | null;
};

/** For whom a phone is asked, as the operator is shown it: the application, and the name of the sign-in. */
export interface AskedFor {
  client_id: string;
  sign_in: string;
}

/** The id of the row that marks a sign-in as cancelled. */
export const cancelledId = (signIn: string) => `cancelled ${signIn}`;

export const requestColumns =
  'id, caller, known, status, sent, forgotten, carrier_id, client_id, sign_in, network, why, took, resent' as const;

/** Everything that a number's object holds, for the operator. Times in seconds since 1970. */
export interface StoredPhone {
  /** The owner of the number; without a plid, the end of the last registration. */
  registration:
    | { plid: string | undefined; since: number; network?: CarrierCode | undefined; reused?: number }
    | undefined;
  /** A request that a worker of the release before has counted does not say for whom. */
  requests: ({ sent: number; status: RequestStatus } & Partial<AskedFor>)[];
}

/** A request of this phone, with the carrier's name for it, and that of its sign-in where it is known; and whether the phone may show it now. */
export type CarrierRequest = { id: string; carrierId: string; signIn?: string; isOpen?: boolean };

/**
 * `retryAfter` in seconds. `unanswered`: the request before, if it has no answer yet: nobody waits for it any more. `challenge`: only the tries of others are in the way. `known`: whether the number knows the browser; an object of the release
 * before does not say, and believes its cookie. `reused`: whether a copy of a cookie of this number's owner was noticed of late.
 */
export type Admission =
  | { admitted: true; unanswered?: CarrierRequest | undefined; known?: boolean; reused?: boolean }
  | { admitted: false; retryAfter: number; known?: boolean; challenge?: boolean };

/** The information of an approval about the number's owner. */
export interface OwnerApproval {
  /** A pseudonym of the ci; undefined where the carrier does not tell it. */
  owner: string | undefined;
  /** The carrier through which it came; a worker of the release before does not say. */
  network?: CarrierCode | undefined;
  /** When the request that was approved was sent, in seconds since 1970. */
  sent: number;
  /** The id of the sign-in that it was for; a worker of the release before does not say. */
  signIn?: string;
  /** The id of the request that was approved; a sign-in that began in a carrier's app has none, and a worker of the release before does not say. */
  admission?: string;
}

/**
 * `changed hands`: another person than the former owner has approved; the former owner's account is terminated. `unproven`: the
 * carrier does not say who has approved, so that the owner stays. `superseded`: a later request had taken the place of the approved one.
 */
export interface Registration {
  registration: 'kept' | 'made' | 'changed hands' | 'unproven' | 'superseded';
  /** Undefined where `unproven` or `superseded`. */
  plid: string | undefined;
}
