import type { Consent } from '../registry/consents.ts';
import type { NoticeLink } from '../settings/service-sealed-types.ts';
import type { DeviceRow } from './account-tables.ts';
import type { ListedPasskey } from './listed-passkey.ts';
import type { SignedIn } from './sign-in-entry.ts';

/** An account, as shown to its user. Times are in seconds since 1970. */
export interface AccountOverview {
  /** End of the user's session. */
  ends: number;
  connections: Consent[];
  automaticLogins: DeviceRow[];
  passkeys: ListedPasskey[];
  /** The latest sign-ins by phone or passkey, newest first. */
  signIns: SignedIn[];
  /** When the user last cleared the remembered devices, if ever. */
  browsersForgotten?: number | undefined;
  /** The name of the user's Phone object, if known. */
  phone?: string | undefined;
}

/**
 * What a user can end at `/account`: one connection, all connections, one automatic login, one passkey, the remembered
 * devices, or the `/account` session.
 */
export type AccountEnding =
  | { what: 'connection'; client_id: string }
  | { what: 'connections' }
  | { what: 'device'; id: string }
  | { what: 'passkey'; id: string }
  | { what: 'browsers' }
  | { what: 'session' };

/** The applications for which something has ended, grouped by what ended. Each application is listed once. */
export interface EndedInAccount {
  disconnected: string[];
  /** The application whose automatic login was turned off on one device. */
  automaticLogins: string[];
  /** The application after whose sign-in the ended passkey was created. */
  passkeys: string[];
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

/** The methods that the account page adds to an account (features/account-page). */
export interface AccountPageMethods {
  overview(session: string, at: number): AccountOverview | undefined;
  endInSession(session: string, ending: AccountEnding, at: number): EndedInAccount | undefined;
}

/** The method that the links of notices add to an account (features/notices). */
export interface NoticeMethods {
  endNoticed(link: NoticeLink, at: number): EndedByNotice;
}
