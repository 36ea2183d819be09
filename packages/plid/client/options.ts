import type { OnLeftOut } from '../fields/read-record.ts';
import { isSecureAddress } from '../http/secure-address.ts';
import { warnAboutDroppedField } from './dropped-fields.ts';
import { PlidMismatch } from './errors.ts';
import { remedyOf } from './remedies.ts';

/** The paths of the service's endpoints: each begins with one `/`, and is put behind `service`. */
export interface Paths {
  /** The path at which people sign in (§4.1); `/oauth2/authorize`. */
  authorize: string;
  /** The path to which requests are pushed (RFC 9126); `/oauth2/par`. */
  par: string;
  /** The path at which a code is exchanged (§4.2); `/oauth2/token`. */
  token: string;
  /** The path at which the user record is read (§4.3); `/v1/user/me`. */
  user: string;
  /** The path at which a user is disconnected (§4.4); `/v1/user/disconnect`. */
  disconnect: string;
}

/** Those of the specification (§4). */
const defaultPaths: Paths = {
  authorize: '/oauth2/authorize',
  par: '/oauth2/par',
  token: '/oauth2/token',
  user: '/v1/user/me',
  disconnect: '/v1/user/disconnect',
};

/** The facts about the service and the application that a client needs. */
export interface ClientOptions {
  /** The login service's base address, `{base_url}` of the specification, such as `https://login.example.com`. */
  service: string;
  /** As the service issued it. */
  clientId: string;
  /** As the service issued it. A page has none: there `authorizationUrl`, `startSignIn` and `readCallback` work, and nothing else. */
  clientSecret?: string | undefined;
  /** The address to which the service sends people back: one of those that are registered for the application. */
  redirectUri: string;
  /** How long one call to the service may take, in seconds; 10 by default. */
  timeout?: number | undefined;
  /** How the service names itself in `iss` of a callback (RFC 9207), where it sends one; `service` by default. */
  issuer?: string | undefined;
  /** `false` for a service that refuses parameters which it does not know. */
  pkce?: boolean | undefined;
  /**
   * Whether `startSignIn` pushes its request to the service first (RFC 9126), so that no browser and no app holds its parameters. Left out, it does
   * where the service's metadata (RFC 8414) names an address for it; `true` always; `false` never. Without a `clientSecret` nothing can be pushed.
   */
  par?: boolean | undefined;
  /**
   * `true` refuses a callback that does not say which service has answered (`iss`, RFC 9207): for an application that is registered for it. Left
   * out, the service's metadata decides where there is a `clientSecret`.
   */
  requireIss?: boolean | undefined;
  /** The addresses of the service's endpoints, if they are not those of the specification. */
  paths?: Partial<Paths> | undefined;
  /** `true` allows plain http beyond this machine: for an emulator in a container, never for people. */
  allowHttp?: boolean | undefined;
  /** In the place of the runtime's own. */
  fetch?: typeof fetch | undefined;
  /**
   * Called with each field of a record that was left out, since it is not what §2.1 describes: its name and its fault, no value.
   * `console.warn` writes a line by default.
   */
  onLeftOut?: OnLeftOut | undefined;
}

/** The options, checked and whole. */
export interface CheckedOptions {
  service: string;
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
  issuer: string;
  timeout: number;
  pkce: boolean;
  par: boolean | undefined;
  requireIss: boolean | undefined;
  paths: Paths;
  fetch: typeof fetch | undefined;
  onLeftOut: OnLeftOut;
  remedyOf(word: string): string;
}

/** @throws {PlidMismatch} `option`, naming the option and never its value. */
export function checkOptions(options: ClientOptions = {} as ClientOptions): CheckedOptions {
  const {
    service,
    clientId,
    clientSecret,
    redirectUri,
    timeout = 10,
    pkce = true,
    allowHttp = false,
  } = options;
  if (!isServiceAddress(service, allowHttp))
    throw wrong(
      'service',
      'the https address of the login service, such as https://login.example.com (http on this machine alone)',
    );
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(clientId ?? ''))
    throw wrong('clientId', 'the client id that the service issued');
  if (clientSecret !== undefined && !/^[\x21-\x7e]{16,}$/.test(clientSecret))
    throw wrong(
      'clientSecret',
      'the client secret as the service issued it: 16 ASCII characters at least, no white space at its end',
    );
  if (!isCallback(redirectUri, allowHttp))
    throw wrong(
      'redirectUri',
      'the whole address that is registered for the callback: https (or http on this machine), or the scheme of an app such as com.example.app:/callback',
    );
  const paths = { ...defaultPaths, ...withoutUndefined(options.paths ?? {}) };
  for (const [name, path] of Object.entries(paths)) {
    if (!isPath(path))
      throw wrong(
        `paths.${name}`,
        `a path of the service that begins with one slash, such as ${defaultPaths.token}`,
      );
  }
  if (!(timeout > 0 && timeout <= 300)) throw wrong('timeout', 'a number of seconds, 300 at most');
  const base = service.replace(/\/+$/, '');
  return {
    service: base,
    clientId,
    clientSecret,
    redirectUri,
    timeout,
    pkce,
    par: options.par,
    requireIss: options.requireIss,
    issuer: options.issuer ?? base,
    paths,
    fetch: options.fetch,
    onLeftOut: options.onLeftOut ?? warnAboutDroppedField,
    remedyOf,
  };
}

/** The error of an option. @param needed what it needs, and no value. */
export const wrong = (option: string, needed: string): PlidMismatch =>
  new PlidMismatch('option', `The option ${option} is missing or not valid. It needs ${needed}.`);

function isServiceAddress(text: string, allowHttp: boolean): boolean {
  if (!isAddress(text)) return false;
  const url = new URL(text);
  const isAllowed = isSecureAddress(url) || (url.protocol === 'http:' && allowHttp);
  return isAllowed && url.search + url.hash + url.username === '';
}

/** A scheme of an app has a dot (RFC 8252 §7.1): `javascript:`, `data:` and whatever else a browser acts upon have none. */
function isCallback(text: unknown, allowHttp: boolean): text is string {
  if (!isAddress(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'http:' && allowHttp) return true;
  return isSecureAddress(url) || url.protocol.includes('.');
}

/** A path carries the client secret: what begins otherwise, such as `@other.example/`, would lead to another host. */
const isPath = (path: unknown): boolean => typeof path === 'string' && /^\/(?![/\\])[^\s?#\\]*$/.test(path);

const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

const isAddress = (text: unknown): text is string => typeof text === 'string' && URL.canParse(text);
