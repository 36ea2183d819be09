import type { Notice, RequestContext, ShownPart } from '../../../workers/core/carrier/port.ts';
import type { CarrierCode, Citizenship, Gender } from '../../../workers/core/protocol/user-record.ts';

/** An application registered in the sandbox. */
export interface SandboxApplication {
  client_id: string;
  client_secret: string;
  name: string;
  /** Redirect URIs. A sign-in with one call (`signIn`) uses the first one by default. */
  redirect_uris: string[];
}

/** An application in a seed. Defaults: all attributes, a generated secret, and demo texts. */
export interface SeedApplication {
  /** 20 letters and digits. */
  client_id: string;
  /**
   * 64 lower-case hexadecimal digits. By default, the secret is derived from `client_id` and therefore the same in
   * every run.
   */
  client_secret?: string;
  name: string;
  redirect_uris: string[];
  /** The attributes that the application requests (§2.1): `ci`, `phoneNo`, `name`, `gender`, … */
  attributes?: string[];
  /** Attributes that a user may refuse to share. */
  optional?: string[];
  /** How often one token can read the user record. */
  reads?: 'many' | 'once';
  /** `error` on success (§2.4). */
  success?: 'success' | '';
  /** The receiver of events, which report that a user has left or was disconnected. */
  events?: string;
  /** Whether the application's pages open sign-ins in pop-ups and use `window.opener` there. */
  popup?: boolean;
  /** Whether callbacks contain `iss` (RFC 9207). */
  iss?: boolean;
  /** Whether each sign-in needs PKCE. */
  pkce?: 'optional' | 'required';
  /** Whether each sign-in must be pushed (RFC 9126). With `once`, each `request_uri` starts one sign-in. */
  par?: 'optional' | 'required' | 'once';
  /** Whether the application's token responses contain `auth_time`, `amr`, and `risk`. */
  login_facts?: boolean;
  /** Signing algorithm of the application's id_tokens (OpenID Connect). */
  openid?: 'RS256' | 'ES256' | '';
  /** Whether the application's id_tokens contain the claims that userinfo returns. */
  id_token_claims?: boolean;
  /** Whether OpenID Connect requests allow automatic login, which returns no claims. */
  openid_automatic?: boolean;
  /** Back-channel logout URI (OpenID Connect Back-Channel Logout 1.0). */
  openid_logout?: string;
  /** Whether users may sign in with a passkey, which is answered like an automatic login. */
  passkeys?: boolean;
  /** Allowed redirects after a sign-out (OpenID Connect RP-Initiated Logout 1.0). */
  post_logout_redirect_uris?: string[];
  /** How the application obtains a guardian's consent for users who are too young. */
  guardian_consent?: string;
  /** Minimum age of the application's users. */
  minimum_age?: number;
  /** Whether users are refused if the carrier doesn't report their age. */
  age_required?: boolean;
  /** A small image, as a `data:` URL. */
  logo?: string;
  recipient?: string;
  purpose?: string;
  purpose_en?: string;
  retention?: string;
  retention_en?: string;
  privacy_url?: string;
  support_url?: string;
}

/**
 * How a phone answers. The phone approves automatically, waits until a test answers, denies, or never answers.
 * Alternatively, the carrier fails, or the phone has no app.
 */
export type Behaviour = 'approves' | 'waits' | 'denies' | 'silent' | 'fails' | 'unregistered';

/** A user with a phone. */
export interface SandboxPerson {
  /** 11 digits, no hyphen. */
  phoneNo: string;
  name: string;
  /** The user's carrier. */
  telcoCd: CarrierCode;
  /** Whether the user is a subscriber of an MVNO that uses the network in `telcoCd`. The default is `N`. */
  mvno?: 'Y' | 'N';
  gender: Gender;
  /** YYMMDD. */
  birthdate: string;
  /** `L` for a Korean citizen, `F` for a foreigner. */
  foreign: Citizenship;
  /** Default: `waits`. */
  behaviour?: Behaviour;
  /** How the number is entered on the phone: as the service requests (default), or always in one way. */
  digits?: 'asked' | 'choose' | 'type' | 'none';
  /** Whether the carrier calls the service as soon as the phone has answered; default: `Y`. */
  calls?: 'Y' | 'N';
  /**
   * The parts of a request that the phone displays. By default, the phone displays all parts. Otherwise, it
   * displays all except those that depend on the approval, or only the application.
   */
  tells?: 'all' | 'less' | 'nothing';
  /** The country of the phone; default: `KR`. */
  country?: 'KR' | 'RU';
}

/** A fault that an application should survive. It affects the next `count` requests to the endpoint (default: 1). */
export type Fault = {
  count?: number;
  /** Delay of the response. */
  milliseconds?: number;
} & (
  | { endpoint: ServiceEndpoint; kind: 'error'; status: number; error: string; message?: string }
  | { endpoint: ServiceEndpoint | BarocertEndpoint; kind: 'html'; status?: number }
  | { endpoint: ServiceEndpoint | BarocertEndpoint; kind: 'delay' | 'cut' }
  | {
      endpoint: ServiceEndpoint;
      kind: 'string-expires_in' | 'empty-error' | 'encrypted-agegroup' | 'plain-fields';
    }
  | {
      endpoint: 'carrier';
      kind: 'outage' | 'slow' | 'declined' | 'foreign-answer';
      /** The carrier that the fault affects. Default: all carriers. */
      telcoCd?: CarrierCode;
    }
  | { endpoint: BarocertEndpoint; kind: 'clock-skew' }
  | { endpoint: 'barocert/login' | 'barocert/status' | 'barocert/verify'; kind: 'expired-token' }
  | { endpoint: 'barocert/login'; kind: 'duplicate-receipt' | 'too-many-requests' }
  | { endpoint: 'barocert/status' | 'barocert/verify'; kind: 'day-over' }
  | { endpoint: 'barocert/verify'; kind: 'verify-once' }
);
export type ServiceEndpoint = '/oauth2/authorize' | '/oauth2/token' | '/v1/user/me' | '/v1/user/disconnect';
/** Calls of the simulated Barocert API, which replaces a carrier for an adapter. */
export type BarocertEndpoint = `barocert/${'token' | 'time' | 'login' | 'status' | 'verify'}`;

/** Groups of faults. */
export type Preset =
  | 'token error'
  | 'slow token'
  | 'user as HTML'
  | 'carrier outage'
  | 'bad day'
  | 'every spelling §2.1 allows';

/**
 * The content of a new sandbox, in addition to its two demo applications and its ten users. It can be a JSON file.
 */
export interface Seed {
  /** For editors: the address of the JSON Schema, such as `./node_modules/plid/seed.schema.json`. */
  $schema?: string;
  applications?: SeedApplication[];
  people?: SandboxPerson[];
  faults?: Fault[];
  preset?: Preset;
  /**
   * Whether the limits of a deployed service apply to sign-ins. By default, they don't apply, so that tests don't
   * wait.
   */
  limits?: boolean;
}

/** A request on a user's phone. */
export interface PhoneRequest {
  id: string;
  phoneNo: string;
  /** The name of the requesting application. */
  application: string;
  /** The number that the sign-in displays. The phone displays it among the `choices`. */
  match: string;
  choices: string[];
  status: 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled';
  /** Set if the request was denied because of a wrong number. */
  wrongNumber?: true;
  /** Set if the request was denied and the subscriber blocks further requests. */
  blocked?: true;
  /** Set if the request was started without a phone number. `phoneNo` is empty until a phone opens the request. */
  started?: true;
  /** The public name of the sign-in in the service's logs and on pages. */
  signIn?: string;
  telcoCd?: CarrierCode;
  /** The host to which the user returns. */
  applicationHost?: string;
  /** The requesting browser. */
  context?: RequestContext;
  /** The parts of the request that the phone displays. */
  shown?: ShownPart[];
  /** Whether the number is chosen among others or typed. */
  entry?: 'choose' | 'type' | 'none';
  /** URL of the sign-in page. */
  returnTo?: string;
  /** The text of a vendor's request, which the phone approves without a number. */
  message?: { text?: string; callCenter: string };
  /** In seconds since 1970. */
  created: number;
  expires: number;
}

/** A notice on the user's phone after a sign-in. */
export type PhoneNotice = Notice;

export interface SignInOptions {
  /** One of the application's redirect URIs; default: the first. */
  redirect_uri?: string;
  /** Default: random. */
  state?: string;
  prompt?: string;
  isHybrid?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  /** Whether the user chooses automatic login on this device. */
  autoLogin?: boolean;
  /** The `device` from an earlier sign-in's result. A sign-in on this device may be automatic. */
  device?: string;
}

/** The result of a sign-in, with the parameters of the application's callback. */
export interface SignInResult {
  /** The complete redirect URL. */
  location: string;
  code: string;
  state: string;
  /** The browser's cookies, for a later sign-in on the same device. */
  device: string;
}

/**
 * A request from an application to the service, with its response. Client secrets are masked, but codes and tokens
 * aren't.
 */
export interface SandboxExchange {
  step: 'authorize' | 'code' | 'token' | 'user' | 'disconnect';
  method: string;
  path: string;
  /** Parameters of the query and the form. */
  parameters: Record<string, string>;
  status: number;
  /** The target of a redirect. */
  location?: string;
  /** The response's body as parsed JSON. Undefined if the body isn't JSON. */
  body?: Record<string, unknown>;
  /** Both as text. */
  request: string;
  response: string;
}
