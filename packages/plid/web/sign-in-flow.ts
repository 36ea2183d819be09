import { PlidError, PlidRefusal } from '../client/errors.ts';
import { type Client, createClient } from '../client/index.ts';
import { type ClientOptions, invalidOptionError } from '../client/options.ts';
import { isAutomaticLogin } from '../fields/read-record.ts';
import { type Answered, answerWithoutUser } from './answer-without-user.ts';
import { callbackUserReader } from './callback-user.ts';
import { failedSignIn } from './failed-sign-in.ts';
import { hostCheck } from './host-check.ts';
import type { FailedSignIn, FailureText, FailureType, SignInOutcome } from './outcomes.ts';
import { type BrowserSignIn, signInCookies } from './sign-in-cookies.ts';
import { accountMismatch, isSameUser, purposeOf, type WebSignInParameters } from './sign-in-purpose.ts';
import { type Destination, destinationOf, retryAddress, sitePath } from './site-paths.ts';

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
  /** Path of the route that starts a sign-in. Default: `login`, next to the path of `redirectUri`. */
  loginPath?: string | undefined;
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
  /** The path of the route that starts a sign-in. */
  loginPath: string;
  /**
   * Starts a sign-in. @param request a request whose parameter `return_to` is the path to continue to. With
   * `prompt=login`, the user signs in with the phone.
   */
  start(request: Request, parameters?: WebSignInParameters): Promise<StartedSignIn | FailedSignIn | Answered>;
  /**
   * Completes a sign-in, once for repeated callbacks. @param currentUser asked for the user of the application's own
   * session, if the sign-in connects a phone.
   */
  finish(request: Request, currentUser: () => unknown): Promise<FinishedSignIn | Answered>;
}

/** What a sign-in is for, and where it continues. */
type Attempt = Omit<BrowserSignIn, 'state' | 'codeVerifier'>;

/** @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function signInFlow({ cookieKey, texts, loginPath: path, ...options }: WebsiteOptions): SignInFlow {
  const client = createClient(options);
  const page = new URL(options.redirectUri);
  const { origin } = page;
  // If the origin is `null`, the redirect URI has a private-use scheme. Browsers send no request to such a URI.
  if (origin === 'null')
    throw invalidOptionError('redirectUri', 'an address of this website: https (or http on this machine)');
  const loginPath = sitePath('login', path, page);
  const cookies = signInCookies(page, cookieKey);
  const readUser = callbackUserReader(client);
  const checkHost = hostCheck(page);

  /** @throws the failure if it isn't a `PlidError`. */
  function failed(failure: unknown, signIn: Attempt, isForeign = false): FailedSignIn {
    if (!(failure instanceof PlidError)) throw failure;
    const { returnTo, data, required } = signIn;
    const retry = retryAddress(origin + loginPath, signIn);
    return failedSignIn(failure, returnTo, { texts, data, isForeign, retry, required });
  }

  async function begin(request: Request, destination: Destination, parameters: WebSignInParameters) {
    try {
      const purpose = purposeOf(request, parameters, origin);
      const prompt = purpose.connect === undefined ? parameters.prompt : 'login';
      const { url, ...signIn } = await client.startSignIn({ ...parameters, prompt });
      const withPhone = prompt === 'login' ? ({ withPhone: true } as const) : {};
      const kept = await cookies.keep(request, { ...signIn, ...purpose, ...destination, ...withPhone });
      return { type: 'started', url, cookies: kept } as const;
    } catch (failure) {
      const { data, prompt } = parameters;
      const purpose = { ...(data && { data }), ...('connect' in parameters && { connect: '' }) };
      return failed(failure, { ...destination, ...purpose, ...(prompt === 'login' && { withPhone: true }) });
    }
  }

  async function outcomeOf(
    request: Request,
    signIn: BrowserSignIn | undefined,
    currentUser: () => unknown,
  ): Promise<SignInOutcome> {
    const attempt = signIn ?? { returnTo: `${origin}/` };
    const { returnTo, data, connect, withPhone }: Attempt = attempt;
    const fail = (failure: unknown) => failed(failure, attempt, signIn === undefined);
    const user = await readUser(request, signIn).catch(fail);
    if ('type' in user) return user;
    if (isAutomaticLogin(user) && withPhone) return fail(automaticDespitePrompt());
    if (isAutomaticLogin(user)) return { type: 'automatic', plid: user.plid, returnTo, data };
    if (connect === undefined) return { type: 'signed_in', user, returnTo, data };
    const userId = await currentUser();
    return isSameUser(connect, userId)
      ? { type: 'connected', user, userId, returnTo, data }
      : fail(accountMismatch('callback'));
  }

  return {
    client,
    page,
    loginPath,
    async start(request, parameters = {}) {
      const answered = answerWithoutUser(request) ?? checkHost(request);
      if (answered !== undefined) return answered;
      const { searchParams } = new URL(request.url);
      const prompt = searchParams.get('prompt') === 'login' ? { prompt: 'login' } : {};
      return begin(request, destinationOf(searchParams, origin), { ...parameters, ...prompt });
    },
    async finish(request, currentUser) {
      const answered = answerWithoutUser(request);
      if (answered !== undefined) return answered;
      const state = new URL(request.url).searchParams.get('state') ?? '';
      const signIn = await cookies.open(request, state);
      const outcome = await outcomeOf(request, signIn, currentUser);
      return {
        type: 'finished',
        outcome,
        cookies: cookies.drop(request, state),
        // The page that required the phone would start the same sign-in again.
        mayContinue: outcome.type === 'refused' && !signIn?.withPhone,
        retryWithPhone: () => {
          const destination = {
            returnTo: outcome.returnTo,
            ...(signIn?.required && { required: true as const }),
          };
          return begin(request, destination, { prompt: 'login', data: signIn?.data });
        },
      };
    },
  };
}

/** A service without `prompt=login` would otherwise redirect between an application and itself without end. */
const automaticDespitePrompt = () =>
  new PlidRefusal(
    'refused',
    'login_required',
    "The service signed the user in automatically although the sign-in required the phone. Don't accept this sign-in.",
  );
