import { isPublished } from '../../../workers/core/crypto/published-secrets.ts';
import { isSecureAddress } from '../../../workers/core/http/secure-address.ts';
import type { OnDroppedField } from '../fields/read-record.ts';
import { warnAboutDroppedField } from './dropped-fields.ts';
import { PlidMismatch } from './errors.ts';
import { type Endpoint, remedyOf } from './remedies.ts';

/** Paths of the service's endpoints. Each starts with one `/` and is appended to `service`. */
export interface Paths {
  /** Authorization endpoint (§4.1). Default: `/oauth2/authorize`. */
  authorize: string;
  /** Pushed authorization request endpoint (RFC 9126). Default: `/oauth2/par`. */
  par: string;
  /** Token endpoint (§4.2). Default: `/oauth2/token`. */
  token: string;
  /** User record (§4.3). Default: `/v1/user/me`. */
  user: string;
  /** Disconnection (§4.4). Default: `/v1/user/disconnect`. */
  disconnect: string;
}

/** The paths of the specification (§4). */
const defaultPaths: Paths = {
  authorize: '/oauth2/authorize',
  par: '/oauth2/par',
  token: '/oauth2/token',
  user: '/v1/user/me',
  disconnect: '/v1/user/disconnect',
};

/** The service, and an application there. */
export interface ServiceOptions {
  /** The service's base URL, `{base_url}` of the specification, such as `https://login.example.com`. */
  service: string;
  /** Issued by the service. */
  clientId: string;
  /** Timeout of a call to the service, in seconds. Default: 10. */
  timeout?: number | undefined;
  /**
   * If `true`, URLs may use http with hosts other than loopback. Use this option for an emulator in a container,
   * never in production.
   */
  allowHttp?: boolean | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Options of a client: service and application. */
export interface ClientOptions extends ServiceOptions {
  /**
   * The client secret, issued by the service. Never use it in a page. Without a secret, only `authorizationUrl`,
   * `startSignIn`, and `readCallback` work.
   */
  clientSecret?: string | undefined;
  /** One of the application's registered redirect URIs. */
  redirectUri: string;
  /** The service's issuer, which the `iss` in a callback must match (RFC 9207). Default: `service`. */
  issuer?: string | undefined;
  /** Whether sign-ins use PKCE. Set to `false` for a service that rejects unknown parameters. */
  pkce?: boolean | undefined;
  /**
   * Whether `startSignIn` pushes the request to the service first (RFC 9126), so that browsers and apps never see
   * its parameters. Default: true if the service's metadata (RFC 8414) has an endpoint for pushed requests.
   * Pushing requires a `clientSecret`.
   */
  par?: boolean | undefined;
  /**
   * `true` rejects a callback without `iss` (RFC 9207). Use it for an application that is registered for `iss`.
   * With a `clientSecret`, the default depends on the service's metadata.
   */
  requireIss?: boolean | undefined;
  /** Paths of the service's endpoints, if they differ from the specification. */
  paths?: Partial<Paths> | undefined;
  /** Called with the name and fault of each dropped field, without its value. Default: `console.warn`. */
  onDroppedField?: OnDroppedField | undefined;
}

/** The validated options of {@link ServiceOptions}. */
interface CheckedService {
  /** Without a trailing slash. */
  service: string;
  clientId: string;
  timeout: number;
  fetch: typeof fetch | undefined;
}

/** The validated options. */
export interface CheckedOptions extends CheckedService {
  clientSecret: string | undefined;
  redirectUri: string;
  issuer: string;
  pkce: boolean;
  par: boolean | undefined;
  requireIss: boolean | undefined;
  paths: Paths;
  onDroppedField: OnDroppedField;
  remedyOf(path: string, word: string): string;
}

/** @throws {PlidMismatch} `option` if an option is invalid. The error names the option but not its value. */
export function checkService(options: ServiceOptions): CheckedService {
  const { service, clientId, timeout = 10, allowHttp = false } = options;
  if (!isServiceAddress(service, allowHttp))
    throw invalidOptionError(
      'service',
      'the https address of the login service, such as https://login.example.com (http only on this machine, or with allowHttp)',
    );
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(clientId ?? ''))
    throw invalidOptionError('clientId', 'the client ID that the service issued');
  if (!(timeout > 0 && timeout <= 300))
    throw invalidOptionError('timeout', 'a number of seconds, at most 300');
  return { service: service.replace(/\/+$/, ''), clientId, timeout, fetch: options.fetch };
}

/** @throws {PlidMismatch} as {@link checkService}. */
export function checkOptions(options: ClientOptions = {} as ClientOptions): CheckedOptions {
  const { clientSecret, redirectUri, pkce = true, allowHttp = false } = options;
  const checked = checkService(options);
  const { service } = checked;
  if (clientSecret !== undefined && !/^[\x21-\x7e]{16,}$/.test(clientSecret))
    throw invalidOptionError(
      'clientSecret',
      'the client secret exactly as the service issued it: at least 16 ASCII characters, without trailing whitespace',
    );
  if (!isCallback(redirectUri, allowHttp))
    throw invalidOptionError(
      'redirectUri',
      'the complete callback address as registered: https (or http on this machine or with allowHttp), or an app scheme such as com.example.app:/callback',
    );
  if (clientSecret !== undefined && isPublished(clientSecret) && !isHttp(redirectUri, service))
    throw invalidOptionError(
      'clientSecret',
      "the client secret that your application's login service issued, because everyone can read this one in the source code of plid. It works only with an http redirectUri, in development",
    );
  const paths = { ...defaultPaths, ...withoutUndefined(options.paths ?? {}) };
  for (const [name, path] of Object.entries(paths)) {
    if (!isPath(path))
      throw invalidOptionError(
        `paths.${name}`,
        `a path of the service that begins with one slash, such as ${defaultPaths.token}`,
      );
  }
  return {
    ...checked,
    clientSecret,
    redirectUri,
    pkce,
    par: options.par,
    requireIss: options.requireIss,
    issuer: options.issuer ?? service,
    paths,
    onDroppedField: options.onDroppedField ?? warnAboutDroppedField,
    remedyOf: (path, word) => remedyOf(endpointAt(paths, path), word),
  };
}

/** @returns undefined for the service's metadata. */
const endpointAt = (paths: Paths, path: string): Endpoint | undefined =>
  (Object.keys(paths) as Endpoint[]).find((endpoint) => paths[endpoint] === path);

/** Creates the error for an option. @param needed what is required, without the value. */
export const invalidOptionError = (option: string, needed: string): PlidMismatch =>
  new PlidMismatch('option', `The option ${option} is missing or not valid. It needs ${needed}.`);

function isServiceAddress(text: string, allowHttp: boolean): boolean {
  if (!isAddress(text)) return false;
  const url = new URL(text);
  const isAllowed = isSecureAddress(url) || (url.protocol === 'http:' && allowHttp);
  return isAllowed && url.search + url.hash + url.username === '';
}

/**
 * A private-use scheme contains a dot (RFC 8252 §7.1). Schemes that browsers act on, such as `javascript:` and
 * `data:`, contain no dot.
 */
function isCallback(text: unknown, allowHttp: boolean): text is string {
  if (!isAddress(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'http:' && allowHttp) return true;
  return isSecureAddress(url) || url.protocol.includes('.');
}

/**
 * Whether a client belongs to a development environment. The address of an app says nothing about that, so the
 * service's address decides there. Addresses with http are on this machine, or `allowHttp` allows them.
 */
function isHttp(redirectUri: string, service: string): boolean {
  const { protocol } = new URL(redirectUri);
  return protocol === 'http:' || (protocol !== 'https:' && new URL(service).protocol === 'http:');
}

/**
 * Whether a path leads to the service's own host. Prefixes such as `@other.example/` would send a request, which
 * contains the client secret, to another host.
 */
export const isPath = (path: unknown): boolean =>
  typeof path === 'string' && /^\/(?![/\\])[^\s?#\\]*$/.test(path);

const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

const isAddress = (text: unknown): text is string => typeof text === 'string' && URL.canParse(text);
