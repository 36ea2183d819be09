import { toHex, utf8 } from '../core/crypto/bytes.ts';

/** What an operator did. Each action is a command of the operator's program or a route of the subscribers API. */
export type AccessAction =
  | 'people show'
  | 'people erase'
  | 'people end-passkeys'
  | 'people affected'
  | 'events list'
  | 'events resend'
  | 'audit list'
  | 'audit export'
  | 'audit summary'
  | 'audit verify'
  | `subscribers ${string}`;

/**
 * One access of an operator to users' data. It contains no identity, phone number, or plid. Fields without a value
 * are omitted.
 */
export interface Access {
  /** In seconds since 1970. */
  at: number;
  /** Name of the operator's token. */
  operator: string;
  action: AccessAction;
  /** How the operator identified the user, without the value. */
  by?: 'phoneNo' | 'plid';
  /**
   * Pseudonyms of the users whose data was accessed, as in log events, or of a number without a user. Empty if
   * nothing was found.
   */
  people: string[];
  reason?: string;
  /** Application whose users were listed. */
  client_id?: string;
  /** Address of the caller. */
  address?: string;
  /** ID of the request, as in its log line. */
  request: string;
}

/** An access as it is stored and exported. */
export interface AccessRecord extends Access {
  /** Position in the chain, from 1 without gaps. */
  sequence: number;
  /** Hash of the record before, or {@link firstPrevious}. */
  previous: string;
}

/** A record with its own hash. */
export interface HashedRecord extends AccessRecord {
  hash: string;
}

/** The last record up to some point: its sequence, which is the number of records ever written, and its hash. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

/** `previous` of the first record. */
export const firstPrevious = '0'.repeat(64);

/**
 * Returns a record in its canonical form (RFC 8785), which is independent of the order of its members. All values
 * are strings, integers, or lists of strings, for which JSON.stringify complies with the RFC.
 */
export const canonicalRecord = (record: AccessRecord): string =>
  JSON.stringify(Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))));

/** Returns the hash of a record: SHA-256 of its canonical form, in hex. `previous` is part of the record. */
export async function recordHash(canonical: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonical))));
}
