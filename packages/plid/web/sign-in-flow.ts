import type { SignInParameters } from '../client/authorization.ts';
import { PlidError, PlidRefusal } from '../client/errors.ts';
import { type Client, createClient } from '../client/index.ts';
import { type ClientOptions, invalidOptionError } from '../client/options.ts';
import { isAutomaticLogin } from '../fields/read-record.ts';
import { readReturnPath } from '../http/return-path.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { type Answered, answerWithoutUser } from './answer-without-user.ts';
import {
  type FailedSignIn,
  type FailureText,
  type FailureType,
  failedSignIn,
  type SignInOutcome,
} from './outcomes.ts';
import { repeatedCallbacks } from './repeated-callbacks.ts';
import { type BrowserSignIn, signInCookies } from './sign-in-cookies.ts';

/** Options that the adapters for websites share. */
export interface WebsiteOptions extends ClientOptions {
  /** The client secret, issued by the service. It's required because the routes run on a server. */
  clientSecret: string;
  /**
   * Your own secret for encrypting cookies: at least 32 characters, such as from `openssl rand -base64 33`. To
   * replace it, set the new key and the old key, separated by a comma, until cookies of the old key have expired.
   */
  cookieKey: string;
  /** Replaces texts of the default pages for failed sign-ins. */
  texts?: Partial<Record<FailureType, FailureText>> | undefined;
}

/** A started sign-in: the URL of the service, and Set-Cookie values. */
export interface StartedSignIn {
  type: 'started';
  url: string;
  cookies: string[];
}

/** A sign-in after its callback. */
export interface FinishedSignIn {
  type: 'finished';
  outcome: SignInOutcome;
  /** Set-Cookie values that belong to the response. */
  cookies: string[];
  /** Whether a user with a session continues to `returnTo`, because the callback was only repeated or too late. */
  mayContinue: boolean;
  /** Starts a sign-in with the phone, after an automatic login of a user that the application doesn't store. */
  retryWithPhone(): Promise<StartedSignIn | FailedSignIn>;
}

/** The steps of a website's sign-in. They throw only errors that aren't a `PlidError`. */
export interface SignInFlow {
  client: Client;
  /** The callback's URL. */
  page: URL;
  /**
   * Starts a sign-in. @param request a request whose parameter `return_to` is the path to continue to. With
   * `prompt=login`, the user signs in with the phone.
   */
  start(request: Request, parameters?: SignInParameters): Promise<StartedSignIn | FailedSignIn | Answered>;
  /** Completes a sign-in, once for repeated callbacks. */
  finish(request: Request): Promise<FinishedSignIn | Answered>;
}

/** Maximum length of a stored URL, in characters, so that five cookies fit into the headers that servers accept. */
const maxReturnLength = 500;

/** @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function signInFlow({ cookieKey, texts, ...options }: WebsiteOptions): SignInFlow {
  const client = createClient(options);
  const page = new URL(options.redirectUri);
  const { origin } = page;
  // If the origin is `null`, the redirect URI has a private-use scheme. Browsers send no request to such a URI.
  if (origin === 'null')
    throw invalidOptionError('redirectUri', 'an address of this website: https (or http on this machine)');
  const cookies = signInCookies(page, cookieKey);
  const completeOnce = repeatedCallbacks<UserRecord>();

  /** @param isForeign whether this browser has no cookie of the sign-in. @throws the failure if it isn't a `PlidError`. */
  function failed(failure: unknown, returnTo: string, isForeign = false): FailedSignIn {
    if (failure instanceof PlidError) return failedSignIn(failure, returnTo, texts, isForeign);
    throw failure;
  }

  async function begin(request: Request, returnTo: string, parameters: SignInParameters) {
    try {
      const { url, ...signIn } = await client.startSignIn(parameters);
      const withPhone = parameters.prompt === 'login' ? ({ withPhone: true } as const) : {};
      const kept = await cookies.keep(request, { ...signIn, returnTo, ...withPhone });
      return { type: 'started', url, cookies: kept } as const;
    } catch (failure) {
      return failed(failure, returnTo);
    }
  }

  async function outcomeOf(request: Request, signIn: BrowserSignIn | undefined): Promise<SignInOutcome> {
    const returnTo = signIn?.returnTo ?? `${origin}/`;
    try {
      const user = await userOf(request, signIn);
      if (!isAutomaticLogin(user)) return { type: 'signed_in', user, returnTo };
      if (signIn?.withPhone) throw automaticDespitePrompt();
      return { type: 'automatic', plid: user.plid, returnTo };
    } catch (failure) {
      return failed(failure, returnTo, signIn === undefined);
    }
  }

  /** Exchanges the code once, also if the callback is repeated. Each caller gets a record of its own. */
  async function userOf(request: Request, signIn: BrowserSignIn | undefined): Promise<UserRecord> {
    const complete = () => client.finishSignIn(request, signIn);
    if (signIn === undefined) return complete();
    return { ...(await completeOnce(signIn.state, answerOf(request), complete)) };
  }

  return {
    client,
    page,
    async start(request, parameters = {}) {
      const answered = answerWithoutUser(request);
      if (answered !== undefined) return answered;
      const { searchParams } = new URL(request.url);
      const prompt = searchParams.get('prompt') === 'login' ? { prompt: 'login' } : {};
      return begin(request, returnAddress(searchParams, origin), { ...parameters, ...prompt });
    },
    async finish(request) {
      const answered = answerWithoutUser(request);
      if (answered !== undefined) return answered;
      const state = new URL(request.url).searchParams.get('state') ?? '';
      const signIn = await cookies.open(request, state);
      const outcome = await outcomeOf(request, signIn);
      return {
        type: 'finished',
        outcome,
        cookies: cookies.drop(request, state),
        // The page that required the phone would start the same sign-in again.
        mayContinue: outcome.type === 'refused' && !signIn?.withPhone,
        retryWithPhone: () => begin(request, outcome.returnTo, { prompt: 'login' }),
      };
    },
  };
}

/** What the service answered in a callback: the code, or the error. */
function answerOf({ url }: Request): string {
  const { searchParams } = new URL(url);
  return ['code', 'error'].flatMap((name) => searchParams.getAll(name)).join(' ');
}

/** A service without `prompt=login` would otherwise redirect between an application and itself without end. */
const automaticDespitePrompt = () =>
  new PlidRefusal(
    'refused',
    'login_required',
    "The service signed the user in automatically although the sign-in required the phone. Don't accept this sign-in.",
  );

/** Returns the whole URL of a request's `return_to`. Any path that leads elsewhere counts as `/`. */
export function returnAddress(parameters: URLSearchParams, origin: string): string {
  const path = parameters.get('return_to');
  const address = path === null ? undefined : readReturnPath(path, origin);
  return address === undefined || address.length > maxReturnLength ? `${origin}/` : address;
}
