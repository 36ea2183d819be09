/**
 * `plid/client`: signs people in with the service's specification. It runs on Node 20 and later, on workerd, and, for what needs no client secret,
 * in browsers. Options are spelled in camelCase; what travels keeps the specification's names (`access_token`, `phoneNo`).
 */
import { randomSecret, sha256Base64url } from '../crypto/bytes.ts';
import type { UserAnswer } from '../fields/read-envelope.ts';
import { withoutEmpty } from '../fields/read-record.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import {
  type AuthorizationRequest,
  authorizationAddress,
  type Callback,
  readCallback,
  type SignInParameters,
} from './authorization.ts';
import { type AccessToken, type CodeProof, disconnectUser, exchangeCode, readUser } from './endpoints.ts';
import { PlidMismatch } from './errors.ts';
import { metadataReader } from './metadata.ts';
import { type ClientOptions, checkOptions } from './options.ts';
import { pushRequest } from './push-request.ts';

export type { FieldError } from '../fields/field-error.ts';
export type { UserAnswer } from '../fields/read-envelope.ts';
export { isAutomaticLogin, type OnLeftOut } from '../fields/read-record.ts';
export type { LoginFacts } from '../protocol/login-facts.ts';
export type { Attribute, Identity, UserRecord, YesNo } from '../protocol/user-record.ts';
export type { AuthorizationRequest, Callback, SignInParameters } from './authorization.ts';
export type { AccessToken, CodeProof } from './endpoints.ts';
export { PlidError, PlidMismatch, PlidRefusal, PlidUnavailable, type ServiceRefusal } from './errors.ts';
export type { ClientOptions, Paths } from './options.ts';

/** A sign-in that has begun. Keep `state` and `codeVerifier` where only this browser brings them back, such as its session; one each. */
export interface SignIn {
  /** Send the browser here. */
  url: string;
  /** 43 characters of Base64url. It comes back in the callback, where `readCallback` compares it. */
  state: string;
  /** The verifier of PKCE, 43 characters of Base64url: for the exchange of the code, and for nobody else to read. */
  codeVerifier: string;
}

/** The parts of a sign-in that the application keeps until its callback; undefined if the browser brings none. */
export type KeptSignIn = Partial<Pick<SignIn, 'state' | 'codeVerifier'>> | undefined;

/** Each function throws {@link PlidRefusal}, {@link PlidUnavailable} or {@link PlidMismatch}. None sends anything twice. */
export interface Client {
  /** Begins a sign-in, with a new `state` and verifier. If the service takes pushed requests (`par`), this calls it. */
  startSignIn(parameters?: SignInParameters): Promise<SignIn>;
  /**
   * Ends a sign-in: reads the callback, exchanges the code, and reads the user.
   * @param callback the request that the person came back with, or its address. @param kept of {@link Client.startSignIn}.
   */
  finishSignIn(callback: Callback, kept: KeptSignIn): Promise<UserRecord>;
  /** The address at the service where a person signs in (§4.1), for a `state` and challenge of one's own. It is never pushed. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** The code in a callback's address. @param kept of the sign-in that this browser began. */
  readCallback(callback: Callback, kept: KeptSignIn): Promise<string>;
  /** Exchanges a code, once (§4.2). */
  exchange(code: string, proof?: CodeProof): Promise<AccessToken>;
  /**
   * The user behind an access token, every field in the clear (§4.3). Attributes without a value are left out: after an automatic login all of
   * them are (`isAutomaticLogin`), and what is stored of the person before still holds. So are those that are not what §2.1 describes
   * (`onLeftOut`): a record is refused only for its `plid`.
   */
  user(accessToken: string): Promise<UserRecord>;
  /** The same with the whole envelope (§2.4), and with the attributes that the service sent empty. */
  userAnswer(accessToken: string): Promise<UserAnswer>;
  /** Disconnects a user from this application (§4.4). `invalid_request` where the plid is unknown or not connected. */
  disconnect(plid: string): Promise<void>;
}

/** A client of one login service, for one application. @throws {PlidMismatch} `option`, where one is missing or not valid. */
export function createClient(options: ClientOptions): Client {
  const settings = checkOptions(options);

  /** The settings with the secret, for the calls of a server. */
  function withSecret() {
    const { clientSecret } = settings;
    if (clientSecret !== undefined) return { ...settings, clientSecret };
    throw new PlidMismatch('option', 'The option clientSecret is missing. Only a server can make this call.');
  }

  const readMetadata = metadataReader(settings);
  /** Only a server asks for the metadata: in a page it would be a request to another origin. */
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
        ? await pushRequest(withSecret(), request)
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
          'The kept sign-in is a text. Pass on the object with state and codeVerifier.',
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
    userAnswer: async (accessToken) => readUser(withSecret(), accessToken, settings.onLeftOut),
    disconnect: async (plid) => disconnectUser(withSecret(), plid),
  };
  return client;
}
