import type { Attribute, AutomaticLoginFlags, YesNo } from '../../../packages/plid/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';
import type { Agreement, Consent, RequestedConsent } from '../shared/consents.ts';
import type { Disclosure } from '../shared/disclosure-index.ts';
import type { OpenIdGrant } from '../shared/openid-codes.ts';
import type { EventType, SecurityEvent } from '../shared/security-event.ts';
import type { EventStatus } from '../shared/undelivered-events.ts';
import type { SignedIn } from '../features/account-page/latest-sign-ins.ts';

/**
 * Tables of an Account. Times are in seconds since 1970. The `agreement` of a consent is JSON (consents.ts). A
 * device's row contains the values of its cookie (device-cookie-rotation.ts). A grant's identity is encrypted
 * (grant-identity.ts). An automatic login has no identity, and the identity of any grant is deleted when the grant
 * ends. `events` contains undelivered events (account-outbox.ts), and its `moment` is in milliseconds. If an event's
 * `lost` is set, the event was refused or given up and is deleted at the time in `due`. `disclosures` is what the
 * index of disclosures contains about the user, or will contain (account-disclosures.ts). Its `due` is the next
 * attempt to write the index, and null if the index is up to date.
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
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    jti TEXT PRIMARY KEY, client_id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, moment INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, lost TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE disclosures (
    client_id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, attributes TEXT NOT NULL,
    ended INTEGER, revision INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due INTEGER
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

/**
 * An undelivered event. Its two forms, a security event and a back-channel logout, have separate rows, because one
 * form may be accepted and the other rejected.
 */
export type EventRow = Omit<SecurityEvent, 'type'> & { type: EventType; attempts: number };

/** An undelivered event without the values that are unique to it. */
export type UndeliveredEventRow = Pick<EventRow, 'client_id' | 'type' | 'at'> & { status: EventStatus };

export const eventColumns = 'jti, client_id, type, at, moment, attempts' as const;

/**
 * What was disclosed to an application, as shown to the operator. It is stored until the notice period ends. Times
 * are in seconds since 1970.
 */
export type AccountDisclosure = Omit<Disclosure, 'plid'>;

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

export interface AutomaticGrantRequest extends RequestedConsent {
  id: string;
  client_id: string;
  device: string;
  /** The generation of the device's cookie. */
  generation: number;
  /** The OpenID Connect values of the request. Missing if it isn't an OpenID Connect request. */
  openid?: OpenIdGrant;
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

/**
 * Values from a token request for an OpenID Connect code. `redirect` is the Base64url-encoded SHA-256 of the
 * request's redirect_uri. `code_challenge` is the Base64url-encoded SHA-256 of the request's PKCE verifier.
 */
export interface OpenIdTokenRequest {
  redirect: string;
  code_challenge?: string;
}

/**
 * The result of redeeming an OpenID Connect code, which can be redeemed only once, or the reason for a failure.
 * `other` means that the code was issued for a request with other values.
 */
export type OpenIdRedemption = (ReadableGrant & { openid: OpenIdGrant }) | 'replayed' | 'unknown' | 'other';

/** An automatic login for one application on one device. */
export type AutomaticLogin = Omit<DeviceRow, 'id'>;

/** Everything that an account stores, as shown to the operator. Times are in seconds since 1970. */
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
  /** The latest full sign-ins. */
  signIns: SignedIn[];
  /** Undelivered events. */
  events: UndeliveredEventRow[];
  /** What was disclosed to which application. */
  disclosures: AccountDisclosure[];
  /** Time of termination. After termination, only this time and undelivered events remain. */
  terminated: number | undefined;
}

/** An account, as shown to its user. Times are in seconds since 1970. */
export interface AccountOverview {
  /** End of the user's session. */
  ends: number;
  connections: Consent[];
  automaticLogins: DeviceRow[];
  /** The latest full sign-ins, newest first. */
  signIns: SignedIn[];
  /** The name of the user's Phone object, if known. */
  phone?: string | undefined;
}

/**
 * What a user can end at `/account`: one connection, all connections, one automatic login, or the `/account`
 * session.
 */
export type AccountEnding =
  | { what: 'connection'; client_id: string }
  | { what: 'connections' }
  | { what: 'device'; id: string }
  | { what: 'session' };

/** The applications for which something has ended, grouped by what ended. Each application is listed once. */
export interface EndedInAccount {
  disconnected: string[];
  /** The application whose automatic login was turned off on one device. */
  automaticLogins: string[];
}

/**
 * The result of ending what a notice is about: a sign-in, an automatic login, or a consent. `at`: when it was
 * first ended, in seconds since 1970. `ended`: whether this call ended anything. `phone`: the name of the Phone
 * object.
 */
export interface EndedByNotice {
  ended: boolean;
  at: number;
  phone?: string | undefined;
}
