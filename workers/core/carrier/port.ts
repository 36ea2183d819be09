import type { CarrierCode, Identity } from '../protocol/user-record.ts';

/** The requesting browser, for display on the phone. Unknown fields are omitted. */
export interface RequestContext {
  /** Such as `Chrome, Windows`. */
  browser?: string;
  /** The country in which the browser's IP address is registered, as an ISO 3166-1 alpha-2 code such as `KR`. */
  country?: string;
  /** Such as `Seoul`. */
  city?: string;
  /**
   * Whether this browser has signed in with the number before. False for a `start`, because the number isn't known
   * yet.
   */
  knownBrowser: boolean;
  /** Whether an approval also turns on automatic login for this browser. */
  automaticLogin: boolean;
  /** Number of the user's attributes that the application requests. */
  attributes: number;
  /**
   * Whether an approval opens the user's account page at the service, where the user can see and end all
   * connections. Default: false.
   */
  account?: boolean;
}

/** Parts of a request that a carrier can report as displayed on the phone. */
export const shownParts = [
  'application',
  'applicationHost',
  'browser',
  'place',
  'knownBrowser',
  'automaticLogin',
  'attributes',
  'account',
] as const;
export type ShownPart = (typeof shownParts)[number];

/** Fields of every request to a phone. */
interface Asked {
  /** The service's ID for the request. A repeated request keeps its ID and reaches the phone only once. */
  id: string;
  /**
   * The sign-in's public name in the logs of the service, the carrier, and the application. The sign-in page also
   * displays this name.
   */
  signIn: string;
  telcoCd: CarrierCode;
  /** The application's name, for display. */
  application: string;
  /** The application's host, such as `shop.example.com`. */
  applicationHost: string;
  /** Expiry of the request, in seconds since 1970. */
  expires: number;
  /** Seconds from now until the request expires, independent of the carrier's clock. */
  expiresIn: number;
  context: RequestContext;
  /** URL of the sign-in page, to which the app returns the user. */
  returnTo: string;
}

/**
 * How the user enters `match` on the phone: by choosing it among other numbers, or by typing it. `none` means that the
 * phone can only display it, so that the user compares it with the page.
 */
export const entries = ['choose', 'type', 'none'] as const;
export type Entry = (typeof entries)[number];

/** A request for a carrier to verify that this user owns this number and is signing in. */
export interface ConfirmationRequest extends Asked {
  /**
   * The name that the user typed, in NFC, without invisible characters, full-width letters, and apostrophes other
   * than `'`. Normalize your own records in the same way. When matching, ignore spaces and case. Ignoring the word
   * order of a Latin name is recommended.
   */
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  /** Whether the user is a subscriber of an MVNO that uses the network in `telcoCd`. */
  mvno: boolean;
  /** The two digits on the sign-in page, which the user chooses, types, or compares on the phone. */
  match: string;
  entry: Entry;
  /**
   * How many numbers the phone offers to choose from, including `match`. The default is three. After a number
   * mismatch, the value is five.
   */
  choices?: number;
}

/** Ways to start in a carrier's app: with a link on this device, or with a QR code on another device's screen. */
export const startWays = ['link', 'code'] as const;
export type StartWay = (typeof startWays)[number];

/** A request that names no user, because the carrier's app on the phone identifies the subscriber. */
export interface StartRequest extends Asked {
  /**
   * How the user starts. A request for a QR code is opened by scanning the code or typing its digits, never by
   * following a link.
   */
  way: StartWay;
}

/** Links that open an app, by platform of the device that displays the page. */
export interface AppAddresses {
  ios?: string;
  android?: string;
  web?: string;
}

/** The response if the carrier's own rate limit keeps requests from reaching the phone for now. */
export interface Declined {
  status: 'declined';
  /** In seconds. */
  retryAfter: number;
}

export type Confirmation =
  | {
      status: 'requested';
      /** The carrier's ID for the request: 1 to 199 visible ASCII characters. */
      requestId: string;
      /** Link that opens the app for this request. */
      open?: AppAddresses;
      /** Link to the app's store page, for users who don't find the request. */
      install?: AppAddresses;
      /** Whether the carrier calls back as soon as the phone has answered (`POST /carrier/answered`). */
      calls?: boolean;
      /** The parts of the request that the phone displays. */
      shown?: ShownPart[];
    }
  /** The response if the name, number, and carrier don't match. In this case, no request has reached a phone. */
  | { status: 'unconfirmed' }
  /**
   * The response if the name, number, and carrier match, but the phone with this number has no app. `install`
   * contains links to the app.
   */
  | { status: 'unregistered'; install?: AppAddresses }
  | Declined;

export type Start =
  | {
      status: 'started';
      requestId: string;
      /** Link that opens the app on this device. */
      open: AppAddresses;
      calls?: boolean;
      shown?: ShownPart[];
      /**
       * The secret from which the QR codes on another device's screen are generated. The secret never leaves the
       * service (docs/carriers/contract.md, "QR code").
       */
      code?: string;
      /**
       * 6 to 10 digits that the user may type into the app instead of scanning the QR code. No two pending
       * requests have the same digits.
       */
      digits?: string;
    }
  | Declined;

/** Why a user denied a request. `blocked` means that the user blocks all requests. */
export const denialReasons = ['person', 'wrong_number', 'blocked'] as const;
export type DenialReason = (typeof denialReasons)[number];

/** How the phone verified the user. */
export const approvalMethods = ['possession', 'pin', 'biometric'] as const;
export type ApprovalMethod = (typeof approvalMethods)[number];

/**
 * The phone that approved the request. The risk decision compares the phone with the browser, and the phone's data
 * is never stored.
 */
export interface ApprovingPhone {
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** The name of the phone's network. */
  network?: string;
}

export type Outcome =
  /** `cancelled` means that the service cancelled the request or that another request replaced it. */
  | { status: 'pending' | 'expired' | 'cancelled' }
  | { status: 'denied'; why?: DenialReason }
  | { status: 'approved'; identity: Identity; phone?: ApprovingPhone; method?: ApprovalMethod };

/**
 * Types of notices after a sign-in. `automatic_login_copied` is sent after a sign-in in which the service refused
 * a copy of the browser's cookie. `passkey`: the user created a passkey. `passkey_copied`: the service ended a passkey that two
 * devices have.
 */
export const noticeKinds = [
  'new_browser',
  'automatic_login',
  'consent',
  'automatic_login_copied',
  'passkey',
  'passkey_copied',
] as const;

export interface Notice {
  /** The notice's ID. A repeated notice keeps its ID, so that the user gets the notice only once. */
  id: string;
  signIn: string;
  kind: (typeof noticeKinds)[number];
  phoneNo: string;
  telcoCd: CarrierCode;
  mvno: boolean;
  application: string;
  applicationHost: string;
  context: RequestContext;
  /** Time of the event, in seconds since 1970. */
  at: number;
  /** A single-use link for the user. Following the link ends what the notice reports and has no other effect. */
  end?: string;
}

/** The carrier and the sign-in that a request belongs to. */
export interface RequestOwner {
  telcoCd?: CarrierCode | undefined;
  signIn?: string | undefined;
}

/** The calls that every carrier supports. */
interface RequiredCalls {
  confirm(request: ConfirmationRequest): Promise<Confirmation>;
  /**
   * Returns the outcome of a request. An approval must stay available for a whole sign-in (10 minutes), unless the
   * subscriber leaves. The service reads the approval again after the consent page. The service reads a denial at
   * the latest before it sends the next request to the same phone.
   */
  outcome(requestId: string, owner?: RequestOwner): Promise<Outcome>;
}

/**
 * The port to the carriers. The service calls it as the service binding `CARRIER` (a
 * WorkerEntrypoint), or over HTTP (docs/carrier.openapi.yaml): each method is a POST to `<address>/<method>` with
 * these types as body and response. A carrier throws on failure. A missing method means that it isn't supported;
 * only `confirm` and `outcome` are required. Calls are idempotent.
 *
 * The service doesn't trust the responses: it validates them as another company's data (read-answers.ts).
 */
export interface Carrier extends RequiredCalls {
  start?(request: StartRequest): Promise<Start>;
  /**
   * Cancels a request. The service calls this if the user went back or if another request replaced this one.
   * Returns `done` even if there was nothing to cancel.
   */
  cancel?(requestId: string, owner?: RequestOwner): Promise<{ status: 'done' }>;
  notify?(notice: Notice): Promise<{ status: 'taken' }>;
}

/** The calls of the port, in the order of a sign-in. */
export const carrierCalls = ['confirm', 'start', 'outcome', 'cancel', 'notify'] as const;
export type CarrierCall = (typeof carrierCalls)[number];
