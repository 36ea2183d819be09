import type { Notice, RequestContext, ShownPart } from '../carrier/port.ts';

/** An application that is registered in the sandbox. */
export interface SandboxApplication {
  client_id: string;
  client_secret: string;
  name: string;
  /** Its callback addresses; a sign-in in one call uses the first. */
  redirect_uris: string[];
}

/** An application as a seed describes it. Without these fields it has all attributes, a secret of its own, and texts of a demo. */
export interface SeedApplication {
  /** 20 letters and digits. */
  client_id: string;
  /** 64 digits of lower-case hexadecimal. Without it one is derived from `client_id`: the same in every run. */
  client_secret?: string;
  name: string;
  redirect_uris: string[];
  /** The attributes that it asks of a person (§2.1): `ci`, `phoneNo`, `name`, `gender`, … */
  attributes?: string[];
  /** Which of these a person may refuse. */
  optional?: string[];
  /** How often one token reads the user record. */
  reads?: 'many' | 'once';
  /** `error` on success (§2.4). */
  success?: 'success' | '';
  /** The address of its events: a person has left, or was disconnected. */
  events?: string;
  /** Whether its sign-ins run in windows that its own pages have opened, and hear from. */
  popup?: boolean;
  /** Whether the address that leads back names the service (RFC 9207). */
  iss?: boolean;
  /** Whether each sign-in needs PKCE. */
  pkce?: 'optional' | 'required';
  /** Whether each sign-in must be pushed first (RFC 9126); with `once`, each `request_uri` begins one sign-in. */
  par?: 'optional' | 'required' | 'once';
  /** Whether its token answers say when and how the person was asked (`auth_time`, `amr`, `risk`). */
  login_facts?: boolean;
  /** How its id_tokens are signed (OpenID Connect). */
  openid?: 'RS256' | 'ES256' | '';
  /** Whether its id_tokens contain the claims that userinfo returns. */
  id_token_claims?: boolean;
  /** Whether OpenID Connect may log in automatically, without claims of the person. */
  openid_automatic?: boolean;
  /** The address that ends a person's sessions there (OpenID Connect Back-Channel Logout 1.0). */
  openid_logout?: string;
  /** The addresses that a sign-out may redirect to (OpenID Connect RP-Initiated Logout 1.0). */
  post_logout_redirect_uris?: string[];
  /** How it obtains the consent of a guardian itself, for those who are too young. */
  guardian_consent?: string;
  /** The age from which it takes people. */
  minimum_age?: number;
  /** Whether somebody whose age no carrier tells counts as too young. */
  age_required?: boolean;
  /** A small picture, as a data: address. */
  logo?: string;
  recipient?: string;
  purpose?: string;
  purpose_en?: string;
  retention?: string;
  retention_en?: string;
  privacy_url?: string;
  support_url?: string;
}

/** How a phone answers: at once, when a test says so, with a denial, never; or its carrier fails, or it has no app. */
export type Behaviour = 'approves' | 'waits' | 'denies' | 'silent' | 'fails' | 'unregistered';

/** A person with a phone. */
export interface SandboxPerson {
  /** 11 digits, no hyphen. */
  phoneNo: string;
  name: string;
  /** Their carrier. */
  telcoCd: 'S' | 'K' | 'L';
  /** Whether they are a customer of an MVNO on the network of `telcoCd`; `N` by default. */
  mvno?: 'Y' | 'N';
  gender: 'F' | 'M';
  /** YYMMDD. */
  birthdate: string;
  /** `L` domestic, `F` foreign. */
  foreign: 'L' | 'F';
  /** `waits` where it is left out. */
  behaviour?: Behaviour;
  /** How the digits get to the phone: as the service asks (where it is left out), or always the same way. */
  digits?: 'asked' | 'choose' | 'type';
  /** Whether the carrier tells the service as soon as the phone has answered; `Y` where it is left out. */
  calls?: 'Y' | 'N';
  /** The part of a request that the phone shows: all (the default), all but what depends on the tap, or only the application. */
  tells?: 'all' | 'less' | 'nothing';
  /** The country of the phone; `KR` by default. */
  country?: 'KR' | 'RU';
}

/** A fault that an application should survive. The next `count` requests to the endpoint meet it (default 1). */
export type Fault = {
  count?: number;
  /** How long the answer is delayed. */
  milliseconds?: number;
} & (
  | { endpoint: ServiceEndpoint; kind: 'error'; status: number; error: string; message?: string }
  | { endpoint: ServiceEndpoint; kind: 'html'; status?: number }
  | {
      endpoint: ServiceEndpoint;
      kind: 'delay' | 'cut' | 'string-expires_in' | 'empty-error' | 'encrypted-agegroup' | 'plain-fields';
    }
  | {
      endpoint: 'carrier';
      kind: 'outage' | 'slow' | 'declined' | 'foreign-answer';
      /** One carrier's; those of all, where it is left out. */
      telcoCd?: 'S' | 'K' | 'L';
    }
);
export type ServiceEndpoint = '/oauth2/authorize' | '/oauth2/token' | '/v1/user/me' | '/v1/user/disconnect';

/** Faults that belong together. */
export type Preset = 'carrier outage' | 'every spelling §2.1 allows' | 'bad day';

/** The content of a new sandbox in addition to its two demo applications and its ten people. A JSON file may hold it. */
export interface Seed {
  applications?: SeedApplication[];
  people?: SandboxPerson[];
  faults?: Fault[];
  preset?: Preset;
  /** Whether sign-ins are limited as by a deployed service; without it a person may sign in again at once. */
  limits?: boolean;
}

/** A request on a person's phone. */
export interface PhoneRequest {
  id: string;
  phoneNo: string;
  /** The name of the application that asks. */
  application: string;
  /** The number that the sign-in shows; the phone shows it among the `choices`. */
  match: string;
  choices: string[];
  status: 'pending' | 'approved' | 'denied' | 'expired' | 'cancelled';
  /** It was denied by a wrong number. */
  wrongNumber?: true;
  /** It was denied, and the person lets nobody ask. */
  blocked?: true;
  /** It was started without a number: `phoneNo` is empty until a phone has opened it. */
  started?: true;
  /** The service's name for the sign-in, which its logs and the pages have as well. */
  signIn?: string;
  telcoCd?: 'S' | 'K' | 'L';
  /** The host to which the person goes back. */
  applicationHost?: string;
  /** The browser that asks. */
  context?: RequestContext;
  /** The parts of it that the phone tells. */
  shown?: ShownPart[];
  /** Whether the number is chosen among others, or typed. */
  entry?: 'choose' | 'type';
  /** The page of the sign-in. */
  returnTo?: string;
  /** In seconds since 1970. */
  created: number;
  expires: number;
}

/** A notice that a person got on their phone after a sign-in. */
export type PhoneNotice = Notice;

export interface SignInOptions {
  /** One of the application's callback addresses; the first where it is left out. */
  redirect_uri?: string;
  /** A random one where it is left out. */
  state?: string;
  prompt?: string;
  isHybrid?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  /** The person chooses automatic login on this device. */
  autoLogin?: boolean;
  /** The `device` of an earlier sign-in: it may log in automatically. */
  device?: string;
}

/** The parameters that the application gets at its callback. */
export interface SignInResult {
  /** The whole address to which the browser is sent. */
  location: string;
  code: string;
  state: string;
  /** The cookies of the browser, for a later sign-in on the same device. */
  device: string;
}

/** A request of an application to the service, with its answer. Client secrets are masked; codes and tokens are not. */
export interface SandboxExchange {
  step: 'authorize' | 'code' | 'token' | 'user' | 'disconnect';
  method: string;
  path: string;
  /** Of the query and the form. */
  parameters: Record<string, string>;
  status: number;
  /** The target of the answer, if it is a redirect. */
  location?: string;
  /** The answer's JSON, if it is that. */
  body?: Record<string, unknown>;
  /** Both as text. */
  request: string;
  response: string;
}
