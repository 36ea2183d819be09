import type { Attribute, AutomaticLoginFlags, YesNo } from '../../../packages/plid/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';
import type { Agreement, Asked, Consent } from '../shared/consents.ts';
import type { OpenIdGrant } from '../shared/openid-codes.ts';
import type { EventType, SecurityEvent } from '../shared/security-event.ts';
import type { EventStatus } from '../shared/undelivered-events.ts';
import type { SignedIn } from './latest-sign-ins.ts';

/**
 * The tables of an Account. Times in seconds since 1970. A grant's identity is ciphertext (grant-identity.ts), and missing
 * for an automatic login and once the grant has ended. `events` are those that an application has not received yet
 * (account-outbox.ts); `moment` is in milliseconds. One that is `lost` (refused, given up) is deleted when it is `due`.
 */
export const accountMigrations: Migrations = [
  `
  CREATE TABLE consents (client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, started INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, identity TEXT,
    auto_login TEXT NOT NULL, auto_status TEXT NOT NULL,
    redeemed INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE devices ADD COLUMN agent TEXT',
  // `agreement` is JSON (consents.ts); in an earlier consent `agreed` is 0 where it is from before this migration.
  `ALTER TABLE consents ADD COLUMN agreed INTEGER;
  ALTER TABLE consents ADD COLUMN agreement TEXT;
  CREATE TABLE earlier_consents (
    client_id TEXT NOT NULL, agreed INTEGER NOT NULL, attributes TEXT NOT NULL, agreement TEXT, PRIMARY KEY (client_id, agreed)
  ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE events (
    jti TEXT PRIMARY KEY, client_id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, moment INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE events ADD COLUMN lost TEXT',
  // The claims of a device's cookie about itself (device-generation.ts).
  `ALTER TABLE devices ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE devices ADD COLUMN former INTEGER;
  ALTER TABLE devices ADD COLUMN renewed INTEGER;`,
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

/** @property agreed the attributes that the person has agreed to, as JSON; null where they were not asked. */
export type ReadableGrantRow = Pick<GrantRow, 'identity' | 'auto_login' | 'auto_status' | 'expires'> & {
  agreed: string | null;
};

export type DeviceRow = {
  id: string;
  client_id: string;
  started: number;
  expires: number;
  /** Its browser (core/http/agent-label.ts); null for a device of release 0.2. */
  agent: string | null;
};

/** An event on its way: each of its two forms has a row of its own, since one may be taken and the other not. */
export type EventRow = Omit<SecurityEvent, 'type'> & { type: EventType; attempts: number };

/** An event that was not taken, without what makes it unique. An object of the release before says no status: it has none but waiting ones. */
export type UndeliveredEventRow = Pick<EventRow, 'client_id' | 'type' | 'at'> & { status?: EventStatus };

export const eventColumns = 'jti, client_id, type, at, moment, attempts' as const;

export interface GrantRequest extends Asked {
  /** Names the grant, and the device if it is to log in automatically: the same sign-in sent twice asks for the same. */
  id: string;
  client_id: string;
  /** Their values, as far as the carrier has them, sealed (grant-identity.ts). */
  identity: string;
  /** Whether the person has agreed on the consent page. */
  agreed: boolean;
  /** Their answer there; missing from sign-ins of release 0.2. */
  agreement?: Agreement;
  /** The person's choice on a page of this sign-in; absent if it leaves automatic login as it is on this device. */
  automaticLogin?: YesNo;
  /** The automatic login that this device has, or had. */
  device?: string;
  /** The browser, as its owner recognises it (core/http/agent-label.ts). */
  agent?: string;
  /** From where the browser asks, and whether it had signed in with the number before; a worker of the release before does not say. */
  from?: Pick<SignedIn, 'country' | 'city' | 'known'>;
  /** Of a request of OpenID Connect. */
  openid?: OpenIdGrant;
  /** The name of the Phone object that approved, so that the account's number is found when the person is erased. */
  phone?: string;
}

/**
 * `automatic`: whether the device logs in automatically from now on. `renewed`: as it did before. `unconsented`: the person must be asked first.
 * `spent`: this sign-in's code was redeemed, has ended or has expired. `terminated`: the person has left.
 */
export type GrantResult =
  | { outcome: 'granted'; automatic: boolean; renewed?: boolean }
  | { outcome: 'unconsented' | 'spent' | 'terminated' };

export interface AutomaticGrantRequest extends Asked {
  id: string;
  client_id: string;
  device: string;
  /** Of the device's cookie; a worker of the release before does not say, and renews none. */
  generation?: number;
  /** Of a request of OpenID Connect. */
  openid?: OpenIdGrant;
  /** Refused where the last full sign-in was before it, in seconds since 1970. */
  startedSince?: number;
}

/** The generation that the cookie of a device must have from now on. Times in seconds since 1970. */
export interface CurrentDevice {
  generation: number;
  /** The last full sign-in. */
  started: number;
  expires: number;
}

/**
 * Granted, to the device as it is now; `granted` alone to a worker of release 0.2. `refused`: the device does not
 * log in automatically. `unconsented`: it does, but the application asks for more. `copied`: it did, but its cookie was replaced by another one long
 * ago, so that two browsers have it; the automatic login has ended.
 */
export type AutomaticGrantResult = 'granted' | CurrentDevice | 'unconsented' | 'refused' | 'copied';

/** The data that an access token reads: the identity is sealed, and missing for an automatic login that is not the first. */
export interface ReadableGrant {
  identity: string | null;
  flags: AutomaticLoginFlags;
  /** The attributes that the person has agreed to; an object of release 0.2 does not say. */
  agreed?: Attribute[];
}

/** The code of an OpenID request as it is presented: Base64url of the SHA-256 of its redirect_uri, and of its PKCE verifier. */
export interface PresentedOpenId {
  redirect: string;
  code_challenge?: string;
}

/** The result of an OpenID request's code, once; or the reason why there is none: `other`, it answers another request. */
export type OpenIdRedemption = (ReadableGrant & { openid: OpenIdGrant }) | 'replayed' | 'unknown' | 'other';

/** An automatic login of one application, on one device. */
export type AutomaticLogin = Omit<DeviceRow, 'id'>;

/** Everything that an account holds, for the operator. Times in seconds since 1970. */
export interface StoredAccount {
  /** The name of the person's Phone object; undefined where they have not signed in fully since release 0.3. */
  phone: string | undefined;
  consents: Consent[];
  /** Those that a later one has replaced. */
  earlierConsents: Consent[];
  automaticLogins: AutomaticLogin[];
  /** How many grants can still be redeemed, be read, and neither: those are deleted soon. Their identities are sealed. */
  grants: { codes: number; tokens: number; ended: number };
  /** The latest full sign-ins; an object of the release before has none. */
  signIns?: SignedIn[];
  /** The events that applications have not received yet. */
  events: UndeliveredEventRow[];
  /** When the account was terminated; nothing but this, and those events, is left then. */
  terminated: number | undefined;
}

/** An account as its person sees it. Times in seconds since 1970. */
export interface AccountOverview {
  /** When their session ends. */
  ends: number;
  connections: Consent[];
  automaticLogins: DeviceRow[];
  /** The latest full sign-ins, the newest first; an object of the release before has none. */
  signIns?: SignedIn[];
  /** The name of the object of their number, where that is known. */
  phone?: string | undefined;
}

/** The part of their account that a person ends: one connection, all of them, one automatic login, or their session there. */
export type AccountEnding =
  | { what: 'connection'; client_id: string }
  | { what: 'connections' }
  | { what: 'device'; id: string }
  | { what: 'session' };

/** The ended parts of an account: the applications, each named once for its kind. */
export interface EndedInAccount {
  disconnected: string[];
  /** The application whose automatic login was switched off on one device. */
  automaticLogins: string[];
}

/** `at`: when it was ended first, in seconds since 1970. `ended`: whether there was anything left to end. `phone`: the name of the number's object. */
export interface EndedByNotice {
  ended: boolean;
  at: number;
  phone?: string | undefined;
}
