import type { CarrierCode, Identity } from '../protocol/user-record.ts';

/** The browser that asks, as a phone shows it to the person. A field whose value is not known is absent. */
export interface RequestContext {
  /** Such as `Chrome, Windows`. */
  browser?: string;
  /** The country in which the browser's address is registered: ISO 3166-1 alpha-2, such as `KR`. */
  country?: string;
  /** Such as `Seoul`. */
  city?: string;
  /** Whether this browser has signed in with the number before. False for a `start`, which comes before the number is known. */
  knownBrowser: boolean;
  /** Whether an approval also switches on automatic login for this browser. */
  automaticLogin: boolean;
  /** How many attributes of the person the application asks for. */
  attributes: number;
  /** Whether an approval opens the person's own page at the service, which shows and ends all of their connections. Absent: no. */
  account?: boolean;
}

/** The parts of a request that a phone can say it has shown. */
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

/** The fields that every question to a phone has. */
interface Asked {
  /** The service's name for this question. The same question sent again has the same id, and asks the phone once. */
  id: string;
  /** Names the sign-in in the logs of the service, the carrier and the application; a person can read it from the page. */
  signIn: string;
  telcoCd: CarrierCode;
  /** The application's name, for the phone to show. */
  application: string;
  /** The host to which the person goes back, such as `shop.example.com`. */
  applicationHost: string;
  /** When the request on the phone ends, in seconds since 1970. */
  expires: number;
  /** The same as seconds from now: it holds whatever the clock of the carrier says. */
  expiresIn: number;
  context: RequestContext;
  /** The page of this sign-in, for the app to lead the person back to. */
  returnTo: string;
}

/** How the digits of `match` get to the phone: chosen among others, or typed. */
export const entries = ['choose', 'type'] as const;
export type Entry = (typeof entries)[number];

/** The question of the service to a carrier: "does this person own this number, and is it they who sign in?" */
export interface ConfirmationRequest extends Asked {
  /** As the person wrote it, in NFC. Spaces and case should not matter, nor, as a recommendation, the order of the words of a Latin name. */
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  /** Whether the person is a customer of an MVNO on the network of `telcoCd`. */
  mvno: boolean;
  /** The two digits that the person must find, or type, on the phone. */
  match: string;
  entry: Entry;
  /** Among how many numbers `match` is chosen, where it is; absent for three. After a slip there are five. */
  choices?: number;
}

/** The ways to begin in a carrier's app: by an address that opens it on this device, or by a code that another device's screen shows. */
export const startWays = ['link', 'code'] as const;
export type StartWay = (typeof startWays)[number];

/** The same question without a person: the carrier's app on the phone says who it is. */
export interface StartRequest extends Asked {
  /** The way in which the page lets the person begin. A request for a code is opened by the code or its digits, and by no address. */
  way: StartWay;
}

/** Addresses that open an app, by the platform of the device that shows the page. */
export interface AppAddresses {
  ios?: string;
  android?: string;
  web?: string;
}

/** The carrier's own limit: it asks no phone for now. */
export interface Declined {
  status: 'declined';
  /** In seconds. */
  retryAfter: number;
}

export type Confirmation =
  | {
      status: 'requested';
      /** The carrier's name for the request, of 1 to 199 visible ASCII characters. */
      requestId: string;
      /** Opens the app for this request. */
      open?: AppAddresses;
      /** The address of the app's store page, for a person who does not find the request. */
      install?: AppAddresses;
      /** Whether the carrier calls the service as soon as the phone has answered (`POST /carrier/answered`). */
      calls?: boolean;
      /** The parts of the request that the phone shows to the person. */
      shown?: ShownPart[];
    }
  /** Name, number and carrier do not belong together; nothing was sent to any phone. */
  | { status: 'unconfirmed' }
  /** They do belong together, but the number has no app to ask. `install` says where to get it. */
  | { status: 'unregistered'; install?: AppAddresses }
  | Declined;

export type Start =
  | {
      status: 'started';
      requestId: string;
      /** Opens the app on this device. */
      open: AppAddresses;
      calls?: boolean;
      shown?: ShownPart[];
      /** The secret of a code that another device's screen shows; it never leaves the service (docs/carriers.md, "The code"). */
      code?: string;
      /** 6 to 10 digits that the person may type into the app in place of the code, unlike those of any other open request. */
      digits?: string;
    }
  | Declined;

/** Why a person denied. `blocked`: they let nobody ask. */
export const denialReasons = ['person', 'wrong_number', 'blocked'] as const;
export type DenialReason = (typeof denialReasons)[number];

/** How the phone knew that it is the person. */
export const approvalMethods = ['possession', 'pin', 'biometric'] as const;
export type ApprovalMethod = (typeof approvalMethods)[number];

/** The phone that has approved. It is weighed beside the browser's, and stored nowhere. */
export interface ApprovingPhone {
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** The name of the network that it is in. */
  network?: string;
}

export type Outcome =
  /** `cancelled`: by the service, or since another request took its place. */
  | { status: 'pending' | 'expired' | 'cancelled' }
  /** `wrongNumber` is the first edition's word for `why: 'wrong_number'`. */
  | { status: 'denied'; wrongNumber?: boolean; why?: DenialReason }
  | { status: 'approved'; identity: Identity; phone?: ApprovingPhone; method?: ApprovalMethod };

/** Told to the person after a sign-in; `automatic_login_copied` after one that a copy of their browser's cookie was refused. */
export const noticeKinds = ['new_browser', 'automatic_login', 'consent', 'automatic_login_copied'] as const;

export interface Notice {
  /** The same when it is sent again: the person is told once. */
  id: string;
  signIn: string;
  kind: (typeof noticeKinds)[number];
  phoneNo: string;
  telcoCd: CarrierCode;
  mvno: boolean;
  application: string;
  applicationHost: string;
  context: RequestContext;
  /** When it happened, in seconds since 1970. */
  at: number;
  /** An address that the person can open once: it ends what they are told of, and does nothing else. */
  end?: string;
}

/** Beside the name of a request: whose it is. A carrier of the first edition ignores it. */
export interface RequestOwner {
  telcoCd?: CarrierCode | undefined;
  signIn?: string | undefined;
}

/** The calls that every carrier has. */
interface FirstEdition {
  confirm(request: ConfirmationRequest): Promise<Confirmation>;
  /**
   * An approval is asked for again after the consent page, so it must stay available for as long as a sign-in lasts (10
   * minutes), unless the number's owner leaves in between. A denial is asked for at the latest when the same phone is to be
   * asked again.
   */
  outcome(requestId: string, owner?: RequestOwner): Promise<Outcome>;
}

/**
 * The port to the carriers, second edition. The service calls it as the service binding CARRIER (a WorkerEntrypoint), or over HTTP
 * (docs/carrier.openapi.yaml): each method is then a POST to `<address>/<method>` whose body and answer are these shapes. A carrier
 * that fails throws. A method that is missing counts as not offered; `confirm` and `outcome` are the first edition, and cannot be missing.
 * Each call may be repeated, and then does nothing twice.
 *
 * The service believes none of the answers: it reads them as those of another company's program (read-answers.ts).
 */
export interface Carrier extends FirstEdition {
  start?(request: StartRequest): Promise<Start>;
  /** The person went back, or another request took the place of this one. Done also where there was nothing to cancel. */
  cancel?(requestId: string, owner?: RequestOwner): Promise<{ status: 'done' }>;
  notify?(notice: Notice): Promise<{ status: 'taken' }>;
}

/** The calls of the port, in the order of a sign-in. */
export const carrierCalls = ['confirm', 'start', 'outcome', 'cancel', 'notify'] as const;
export type CarrierCall = (typeof carrierCalls)[number];
