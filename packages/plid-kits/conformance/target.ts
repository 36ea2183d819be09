import type { Target as TargetOfKit } from '../test-suite/case.ts';
import { type Answer, type Request, send } from '../test-suite/http-response.ts';
import { Masks } from '../test-suite/mask-secrets.ts';
import { Mismatch } from '../test-suite/mismatch.ts';
import {
  type Application,
  basicAuthorizationHeader,
  type Credentials,
  type RelyingParty,
} from './application.ts';
import type { SignIn, SignInRequest } from './sign-in.ts';

/** A condition that a case requires in addition to the service's URL and one application. */
export type Need =
  | 'a person'
  | 'automatic login'
  | 'a second application'
  | 'pushed requests'
  | 'a relying party'
  | 'an address for sign-outs';

export interface TargetOptions extends Application {
  /** `{base_url}` of the specification, such as `https://login.example.com`. */
  url: string;
  /** Credentials of another application, to test its access to the first application's codes and users. */
  other?: Credentials | undefined;
  /** An application that is registered for OpenID Connect and its scopes. */
  relyingParty?: RelyingParty | undefined;
  signIn?: SignIn | undefined;
  /** Response timeout, in seconds. The default is 10. */
  timeout?: number | undefined;
}

/** Each response in a login, from the authorization URL to the user record. */
export interface Login {
  callback: URL;
  state: string;
  token: Answer;
  user: Answer;
}

/** Reason for skipping a case that can be tested only by signing in at the sandbox. */
export const sandboxSkipReason = 'needs a browser with readable cookies (use --sandbox)';

/** Reason for skipping a case about the access of another application. */
export const secondApplicationSkipReason =
  'needs a second application (use --other-client-id and PLID_OTHER_CLIENT_SECRET)';

/** Reason for skipping a case of an extension that the service doesn't support. */
export const pushedRequestsSkipReason = "the service's metadata has no pushed_authorization_request_endpoint";

/** Reason for skipping a case of OpenID Connect, which is optional for a service. */
export const relyingPartySkipReason =
  'needs an OpenID Connect application (use --openid-client-id and PLID_OPENID_CLIENT_SECRET)';

/** Reason for skipping a case of a relying party's sign-out. */
export const signOutAddressSkipReason = 'needs a redirect URI for sign-outs (use --post-logout-redirect-uri)';

/** The service under test. */
export class Target implements TargetOfKit<Need> {
  readonly application: Application;
  readonly other: Credentials | undefined;
  readonly relyingParty: RelyingParty | undefined;
  readonly url: string;
  readonly masks = new Masks();
  readonly #options: TargetOptions;
  #further: string[] = [];
  #login: Promise<Login> | undefined;
  #metadata: Promise<Record<string, unknown>> | undefined;

  constructor(options: TargetOptions) {
    const { clientId, clientSecret, redirectUri } = options;
    this.application = { clientId, clientSecret, redirectUri };
    this.other = options.other;
    this.relyingParty = options.relyingParty;
    this.url = options.url.replace(/\/$/, '');
    this.#options = options;
    for (const application of [this.application, options.other, options.relyingParty])
      if (application !== undefined)
        this.masks.add(
          application.clientSecret,
          basicAuthorizationHeader(application).Authorization.slice('Basic '.length),
        );
  }

  /**
   * Records response fields that the specification doesn't define. The case still passes, and its result lists
   * these fields.
   */
  note(further: readonly string[]): void {
    this.#further.push(...further);
  }

  async endCase(): Promise<string[]> {
    return this.#further.splice(0);
  }

  /**
   * Returns the service's metadata (RFC 8414), which is fetched only once. The result is empty if there is no
   * metadata.
   */
  metadata(): Promise<Record<string, unknown>> {
    const path = '/.well-known/oauth-authorization-server';
    this.#metadata ??= this.send({ path }).then(
      ({ status, json = {} }) => (status === 200 ? json : {}),
      () => ({}),
    );
    return this.#metadata;
  }

  /** Returns the path for pushed requests. The path is empty if the metadata has none on this host. */
  async pushPath(): Promise<string> {
    const { pushed_authorization_request_endpoint: address } = await this.metadata();
    return typeof address === 'string' && URL.canParse(address) ? new URL(address).pathname : '';
  }

  async lacks(need: Need): Promise<string | undefined> {
    const { signIn, other, relyingParty } = this.#options;
    if (need === 'a second application') return other === undefined ? secondApplicationSkipReason : undefined;
    if (need === 'a relying party') return relyingParty === undefined ? relyingPartySkipReason : undefined;
    if (need === 'an address for sign-outs')
      return relyingParty?.postLogoutRedirectUri === undefined ? signOutAddressSkipReason : undefined;
    if (need === 'pushed requests')
      return (await this.pushPath()) === '' ? pushedRequestsSkipReason : undefined;
    if (signIn === undefined) return 'needs a user who signs in (use --sandbox, --sign-in, or a terminal)';
    if (need === 'automatic login' && signIn?.automatic !== true) return sandboxSkipReason;
    return undefined;
  }

  /** @throws {Mismatch} if no response arrives in time. */
  async send(request: Request): Promise<Answer> {
    const { timeout = 10 } = this.#options;
    try {
      const answer = await send(this.url, timeout, request);
      this.masks.addTokens(answer.json);
      return answer;
    } catch (failure) {
      const { name, message } = failure as Error;
      throw new Mismatch(`a complete response to ${request.path} within ${timeout} s`, `${name}: ${message}`);
    }
  }

  /** Returns the parameters of an authorization request (§4.1), with a new `state`. */
  authorizeQuery(): Record<string, string> & { state: string } {
    const { clientId: client_id, redirectUri: redirect_uri } = this.application;
    return { response_type: 'code', client_id, redirect_uri, state: crypto.randomUUID() };
  }

  /** Signs a user in with a new authorization request. @returns the callback, and the `state` that was sent. */
  async signIn(request: Omit<SignInRequest, 'address'> = {}, state?: string) {
    const query = { ...this.authorizeQuery(), ...(state !== undefined && { state }) };
    return { ...(await this.visit('/oauth2/authorize', query, request)), state: query.state };
  }

  /** Signs a user in with an authorization request that has these parameters. @returns the callback. */
  async visit(path: string, query: Record<string, string>, request: Omit<SignInRequest, 'address'> = {}) {
    const address = `${this.url}${path}?${new URLSearchParams(query)}`;
    const { signIn } = this.#options;
    if (signIn === undefined) throw new Error("The case doesn't declare that it needs a user");
    const { callback, cookies } = await signIn({ ...request, address });
    if (!URL.canParse(callback)) throw new Mismatch('the address of the callback', callback);
    const cameBack = new URL(callback);
    this.masks.add(cameBack.searchParams.get('code'), ...(cookies ?? '').split(/;\s*|=/));
    return { callback: cameBack, cookies };
  }

  /** Returns a new authorization code. @throws {Mismatch} if the callback has no code. */
  async code(): Promise<string> {
    const { callback } = await this.signIn();
    return codeIn(callback);
  }

  /** Returns a login that all cases share if they only inspect its responses. The first call signs the user in. */
  login(): Promise<Login> {
    this.#login ??= this.#signInOnce();
    return this.#login;
  }

  async #signInOnce(): Promise<Login> {
    const { callback, state } = await this.signIn();
    return { callback, state, ...(await this.read(codeIn(callback), { state })) };
  }

  /**
   * Exchanges a code and reads the user with the resulting token. @param more additional fields of the token
   * request.
   */
  async read(code: string, more: Record<string, string> = {}): Promise<{ token: Answer; user: Answer }> {
    const token = await this.exchange({ grant_type: 'authorization_code', code, ...more });
    const user = await this.user(`Bearer ${token.json?.access_token}`);
    return { token, user };
  }

  /** Sends a token request (§4.2) with the given form. */
  exchange(form: Record<string, string>, application: Credentials = this.application): Promise<Answer> {
    return this.send({
      method: 'POST',
      path: '/oauth2/token',
      form,
      headers: basicAuthorizationHeader(application),
    });
  }

  user(Authorization?: string): Promise<Answer> {
    return this.send({ path: '/v1/user/me', headers: Authorization === undefined ? {} : { Authorization } });
  }

  disconnect(form: Record<string, string>, application: Credentials = this.application): Promise<Answer> {
    return this.send({
      method: 'POST',
      path: '/v1/user/disconnect',
      form,
      headers: basicAuthorizationHeader(application),
    });
  }
}

/** Sends a token request with an invalid code, to check whether the service is reachable and knows the client. */
export const probeTokenEndpoint = (url: string, timeout: number, application: Credentials): Promise<Answer> =>
  send(url.replace(/\/$/, ''), timeout, {
    method: 'POST',
    path: '/oauth2/token',
    form: { grant_type: 'authorization_code', code: 'made-up' },
    headers: basicAuthorizationHeader(application),
  });

/** @throws {Mismatch} if the callback has no code. */
export function codeIn(callback: URL): string {
  const code = callback.searchParams.get('code');
  if (code) return code;
  const error = callback.searchParams.get('error');
  throw new Mismatch('a callback with a code', error === null ? 'one without' : `one with error=${error}`);
}
