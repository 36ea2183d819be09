import type { Attribute, AutomaticLoginFlags, YesNo } from '../../core/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';
import type { Agreement, Consent, RequestedConsent } from '../registry/consents.ts';
import type { OpenIdGrant } from '../tokens/openid-codes.ts';
import type { SignedIn } from './sign-in-entry.ts';

/**
 * Tables of an Account. Times are in seconds since 1970. The `agreement` of a consent is JSON (consents.ts). A
 * device's row contains the values of its cookie (device-cookie-rotation.ts). A grant's identity is encrypted
 * (grant-identity.ts). An automatic login has no identity, and the identity of any grant is deleted when the grant
 * ends. Optional parts bring tables of their own (account-part.ts).
 */
export const accountMigrations: Migrations = [
  `CREATE TABLE consents (
    client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL, agreed INTEGER NOT NULL, agreement TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE earlier_consents (
    client_id TEXT NOT NULL, agreed INTEGER NOT NULL, attributes TEXT NOT NULL, agreement TEXT NOT NULL,
    PRIMARY KEY (client_id, agreed)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, started INTEGER NOT NULL, expires INTEGER NOT NULL, agent TEXT,
    generation INTEGER NOT NULL DEFAULT 0, previous INTEGER, renewed INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, identity TEXT,
    auto_login TEXT NOT NULL, auto_status TEXT NOT NULL,
    redeemed INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
];

export type GrantRow = {
  id: string;
  client_id: string;
  identity: string | null;
  auto_login: YesNo;
  auto_status: YesNo;
  redeemed: number;
  ended: number;
  expires: number;
};

export const grantColumns =
  'id, client_id, identity, auto_login, auto_status, redeemed, ended, expires' as const;

/** @property agreed the attributes that the user has agreed to, as JSON. Null if there was no consent page. */
export type ReadableGrantRow = Pick<GrantRow, 'identity' | 'auto_login' | 'auto_status' | 'expires'> & {
  agreed: string | null;
};

export type DeviceRow = {
  id: string;
  client_id: string;
  started: number;
  expires: number;
  /** The label of the device's browser (core/http/agent-label.ts). */
  agent: string;
};

export interface GrantRequest extends RequestedConsent {
  /**
   * Id of the grant. If the device gets automatic login, this is also the id of the device. A sign-in whose form
   * is sent twice has the same id both times.
   */
  id: string;
  client_id: string;
  /** The user's attribute values from the carrier, encrypted (grant-identity.ts). */
  identity: string;
  /** The user's choices on the consent page. Missing if the user hasn't agreed there. */
  agreement?: Agreement;
  /** The user's choice on a page of this sign-in. Missing if automatic login stays unchanged on this device. */
  automaticLogin?: YesNo;
  /** The id of this device's current or previous automatic login. */
  device?: string;
  /** The label of the browser in the user's list (core/http/agent-label.ts). */
  agent: string;
  /** The browser's location, and whether the browser was already known for the number. */
  from: Pick<SignedIn, 'country' | 'city' | 'known'>;
  /** The OpenID Connect values of the request. Missing if it isn't an OpenID Connect request. */
  openid?: OpenIdGrant;
  /**
   * The name of the Phone object that registered the approval. With this name, erasing the user also finds the
   * account's number.
   */
  phone?: string;
  /**
   * When the code is issued at the latest, in seconds since 1970. Missing if it's issued now. A code's own lifetime starts
   * when it's issued.
   */
  codeUntil?: number;
  /** End of a store reviewer's period, in seconds since 1970. Missing for every other user. */
  ends?: number;
}

/**
 * `automatic`: whether the device now has automatic login. `renewed`: whether the device already had automatic
 * login before. `unconsented`: the user must consent first. `spent`: this sign-in's code was already redeemed, has
 * been ended, or has expired. `terminated`: the user has left.
 */
export type GrantResult =
  | { outcome: 'granted'; automatic: boolean; renewed?: boolean }
  | { outcome: 'unconsented' | 'spent' | 'terminated' };

/** A sign-in of a user whom the application knows already. Its user record has no identity (§2.1 mode 2). */
export interface RepeatedGrantRequest extends RequestedConsent {
  id: string;
  client_id: string;
  /** The OpenID Connect values of the request. Missing if it isn't an OpenID Connect request. */
  openid?: OpenIdGrant;
  /** The browser, if the sign-in is listed among the user's latest ones. */
  seen?: Pick<GrantRequest, 'agent' | 'from'>;
}

export interface AutomaticGrantRequest extends RepeatedGrantRequest {
  device: string;
  /** The generation of the device's cookie. */
  generation: number;
  /** Earliest accepted time of the last full sign-in, in seconds since 1970. */
  startedSince?: number;
}

/** The generation that a device's cookie must now have. Times are in seconds since 1970. */
export interface CurrentDevice {
  generation: number;
  /** Time of the last full sign-in. */
  started: number;
  expires: number;
}

/**
 * If the login is granted, the device's current values. `refused`: the
 * device has no automatic login. `unconsented`: the device has automatic login, but the application requests more
 * than the user agreed to. `copied`: the automatic login has ended, because a browser presented a cookie that was
 * replaced long ago. This means that two browsers have copies of the cookie.
 */
export type AutomaticGrantResult = CurrentDevice | 'unconsented' | 'refused' | 'copied';

/**
 * The data that an access token gives access to. The identity is encrypted. An automatic login has no identity
 * unless it is the first one.
 */
export interface ReadableGrant {
  identity: string | null;
  flags: AutomaticLoginFlags;
  /** The attributes that the user has agreed to. */
  agreed: Attribute[];
}

/** An automatic login for one application on one device. */
export type AutomaticLogin = Omit<DeviceRow, 'id'>;

/** The result of redeeming a code. `replayed`: the code was used before, so that its grant has ended. */
export type Redemption = 'redeemed' | 'replayed' | 'unknown';

/** What an account stores without its optional parts, as shown to the operator. Times are in seconds since 1970. */
export interface StoredAccount {
  /** The name of the user's Phone object. Undefined if the account has ended. */
  phone: string | undefined;
  consents: Consent[];
  /** Consents that were replaced by later ones. */
  earlierConsents: Consent[];
  automaticLogins: AutomaticLogin[];
  /**
   * Numbers of grants by state. `codes` counts grants whose code is redeemable, and `tokens` counts grants whose
   * token is readable. `ended` counts ended grants that will soon be deleted. The grants' identities are
   * encrypted.
   */
  grants: { codes: number; tokens: number; ended: number };
  /** Time of termination. After termination, only this time and undelivered events remain. */
  terminated: number | undefined;
}
