/**
 * `plid/client`: signs users in according to the service's specification. It runs on Node 20 and later and on
 * workerd. Functions that need no client secret also run in browsers. Options are in camelCase, and data keeps the
 * specification's names (`access_token`, `phoneNo`).
 */
import { randomSecret, sha256Base64url } from '../../../workers/core/crypto/bytes.ts';
import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import type { UserAnswer } from '../fields/read-envelope.ts';
import { withoutEmpty } from '../fields/read-record.ts';
import {
  type AuthorizationRequest,
  authorizationAddress,
  type Callback,
  readCallback,
  type SignInParameters,
} from './authorization.ts';
import {
  type AccessToken,
  type CodeProof,
  disconnectUser,
  exchangeCode,
  readUser,
} from './endpoint-calls.ts';
import { PlidMismatch } from './errors.ts';
import { metadataReader } from './metadata.ts';
import { type ClientOptions, checkOptions } from './options.ts';
import { asDeveloperMistake, pushRequest } from './push-request.ts';

export type { LoginFacts } from '../../../workers/core/protocol/login-facts.ts';
export type { Attribute, Identity, UserRecord, YesNo } from '../../../workers/core/protocol/user-record.ts';
export type { FieldError } from '../fields/field-error.ts';
export type { UserAnswer } from '../fields/read-envelope.ts';
export { isAutomaticLogin, type OnDroppedField } from '../fields/read-record.ts';
export type { AuthorizationRequest, Callback, SignInParameters } from './authorization.ts';
export type { AccessToken, CodeProof } from './endpoint-calls.ts';
export { PlidError, PlidMismatch, PlidRefusal, PlidUnavailable, type ServiceRefusal } from './errors.ts';
export type { ClientOptions, Paths } from './options.ts';

/**
 * A started sign-in. For each sign-in, store `state` and `codeVerifier` for this browser only, such as in its
 * session.
 */
export interface SignIn {
  /** Redirect the browser here. */
  url: string;
  /**
   * The `state` parameter, 43 characters of Base64url. The callback returns this value, and `readCallback`
   * compares it with the stored one.
   */
  state: string;
  /** The PKCE code verifier, 43 characters of Base64url. Keep it secret until the code exchange. */
  codeVerifier: string;
}

/** The part of a sign-in that the application stores until the callback; undefined if the browser has none. */
export type KeptSignIn = Partial<Pick<SignIn, 'state' | 'codeVerifier'>> | undefined;

/**
 * A client of the login service. Each function throws {@link PlidRefusal}, {@link PlidUnavailable}, or
 * {@link PlidMismatch}. No function repeats a request.
 */
export interface Client {
  /** Starts a sign-in with a new `state` and code verifier. Pushes the request if the service supports it (`par`). A refused push is a {@link PlidMismatch}. */
  startSignIn(parameters?: SignInParameters): Promise<SignIn>;
  /**
   * Completes a sign-in: validates the callback, exchanges the code, and reads the user. @param callback the
   * callback request or its URL. @param kept the stored sign-in from {@link Client.startSignIn}.
   */
  finishSignIn(callback: Callback, kept: KeptSignIn): Promise<UserRecord>;
  /** Returns the authorization URL (§4.1) for your own `state` and challenge. The request is never pushed. */
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Validates a callback and returns its code. @param kept the sign-in that the application stored for this
   * browser.
   */
  readCallback(callback: Callback, kept: KeptSignIn): Promise<string>;
  /** Exchanges a code for a token (§4.2). The request is sent only once. */
  exchange(code: string, proof?: CodeProof): Promise<AccessToken>;
  /**
   * Returns the user for an access token, with every field decrypted (§4.3). Attributes without a value are
   * omitted, as are malformed attributes, which `onDroppedField` reports. After an automatic login
   * (`isAutomaticLogin`), all attributes are omitted, and the stored user is still valid. Only an invalid `plid`
   * causes an error.
   */
  user(accessToken: string): Promise<UserRecord>;
  /**
   * Returns the whole envelope (§2.4) for an access token. The envelope contains the same user as the result of
   * `user`, and also the attributes that the service sent without a value.
   */
  userAnswer(accessToken: string): Promise<UserAnswer>;
  /**
   * Disconnects a user from this application (§4.4). The error is `invalid_request` if the plid is unknown or not
   * connected.
   */
  disconnect(plid: string): Promise<void>;
}

/**
 * Creates a client of one login service for one application. @throws {PlidMismatch} `option` if an option is
 * missing or invalid.
 */
export function createClient(options: ClientOptions): Client {
  const settings = checkOptions(options);

  /** Returns the settings with the client secret, for calls that only a server can make. */
  function withSecret() {
    const { clientSecret } = settings;
    if (clientSecret !== undefined) return { ...settings, clientSecret };
    throw new PlidMismatch('option', 'The option clientSecret is missing. Only a server can make this call.');
  }

  const readMetadata = metadataReader(settings);
  /** Only servers fetch the metadata, because fetching it from a page would require a cross-origin request. */
  async function metadata() {
    if (settings.clientSecret === undefined) return { takesPushed: false, sendsIssuer: false };
    return readMetadata(Date.now() / 1_000);
  }

  const client: Client = {
    async startSignIn(parameters = {}) {
      const [state, codeVerifier] = [randomSecret(), randomSecret()];
      const codeChallenge = settings.pkce ? await sha256Base64url(codeVerifier) : undefined;
      const request = { ...parameters, state, codeChallenge };
      const isPushed = settings.par ?? (await metadata()).takesPushed;
      const url = isPushed
        ? await pushRequest(withSecret(), request).catch(asDeveloperMistake)
        : authorizationAddress(settings, request);
      return { url, state, codeVerifier };
    },
    async finishSignIn(callback, kept) {
      const code = await client.readCallback(callback, kept);
      const { access_token } = await client.exchange(code, kept);
      return client.user(access_token);
    },
    authorizationUrl: (request) => authorizationAddress(settings, request),
    async readCallback(callback, kept) {
      if (typeof kept === 'string')
        throw new PlidMismatch(
          'option',
          'The stored sign-in is a string. Pass the object with state and codeVerifier.',
        );
      const requireIss = settings.requireIss ?? (await metadata()).sendsIssuer;
      return readCallback(callback, kept?.state, settings.issuer, requireIss);
    },
    async exchange(code, { state, codeVerifier } = {}) {
      return exchangeCode(withSecret(), code, {
        state,
        codeVerifier: settings.pkce ? codeVerifier : undefined,
      });
    },
    user: async (accessToken) => withoutEmpty((await client.userAnswer(accessToken)).user),
    userAnswer: async (accessToken) => readUser(withSecret(), accessToken, settings.onDroppedField),
    disconnect: async (plid) => disconnectUser(withSecret(), plid),
  };
  return client;
}
