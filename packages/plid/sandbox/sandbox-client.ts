import { SandboxError } from './sandbox-error.ts';
import { type PersonOfSandbox, personWithNumber } from './sandbox-person.ts';
import { type SendToSandbox, sandboxRequestsTo } from './sandbox-request.ts';
import type {
  Fault,
  Preset,
  SandboxApplication,
  SandboxExchange,
  Seed,
  SignInOptions,
  SignInResult,
} from './types.ts';

/** A running sandbox. Every method throws {@link SandboxError} if the sandbox rejects the call. */
export interface SandboxClient {
  /**
   * The sandbox's URL, such as `http://localhost:8787`. It's the service's `{base_url}` and also the gateway's
   * URL.
   */
  readonly url: string;
  /** The first application of the seed; default: the demo shop. */
  readonly application: SandboxApplication;
  readonly applications: readonly SandboxApplication[];
  /**
   * Returns the user with this phone number. No request is sent to the sandbox until one of the user's methods is
   * called.
   */
  person(phoneNo: string): PersonOfSandbox;
  /**
   * Completes a sign-in through the real pages, including consent. A phone with the behavior `waits` approves. The
   * sign-in fails with `access_denied` if the user denies, and with the service's own error if the service
   * refuses. @param client_id default: {@link application}.
   */
  signIn(phoneNo: string, client_id?: string, options?: SignInOptions): Promise<SignInResult>;
  /** Completes a sign-in from an application's authorization URL, with the URL's `state` and challenge. */
  signInAt(address: string | URL, phoneNo: string, options?: SignInOptions): Promise<SignInResult>;
  readonly faults: {
    list(): Promise<Fault[]>;
    /** Replaces all faults with these faults, or with a preset's faults. */
    set(faults: readonly Fault[] | Preset): Promise<void>;
    clear(): Promise<void>;
  };
  /** The clock of the local environment. It shows the real time until a test moves it. */
  readonly clock: {
    /** In seconds since 1970. */
    now(): Promise<number>;
    advance(seconds: number): Promise<void>;
  };
  /** Returns the latest 300 requests from applications to the service since the last reset, with responses. */
  exchanges(): Promise<SandboxExchange[]>;
  /**
   * Resets sign-ins, users, faults, exchanges, and the clock. The sandbox starts again with the same seed or a
   * different seed.
   */
  reset(seed?: Seed): Promise<void>;
}

/**
 * Connects to a running sandbox, such as one in a container. @param address such as `http://localhost:8787`.
 * @throws {SandboxError} if no sandbox responds there, or if it's the environment of `npm start`.
 */
export async function connectSandbox(address: string): Promise<SandboxClient> {
  const url = new URL(address).origin;
  const ask = sandboxRequestsTo(url);
  const { applications } = await ask<{ applications: SandboxApplication[] }>('GET', '/applications').catch(
    (error) => {
      throw error instanceof SandboxError && error.status === 404 ? withoutTestApi(url) : error;
    },
  );
  return createSandboxClient(url, ask, applications);
}

const withoutTestApi = (url: string): SandboxError =>
  new SandboxError(
    `${url} has no API for tests, because npm start or another program runs there. Start "plid sandbox --port 0", and connect to the address that it prints.`,
    { status: 404 },
  );

/** @param applications the registered applications. The seed's applications come first. */
export function createSandboxClient(
  url: string,
  ask: SendToSandbox,
  applications: SandboxApplication[],
): SandboxClient {
  let registered = applications;
  return {
    url,
    get application() {
      return registered[0] as SandboxApplication;
    },
    get applications() {
      return registered;
    },
    person: (phoneNo) => personWithNumber(ask, phoneNo),
    signIn: (phoneNo, client_id = registered[0]?.client_id ?? '', options = {}) =>
      signIn(ask, { ...options, phoneNo, client_id }),
    signInAt(address, phoneNo, options = {}) {
      const { response_type: _, ...parameters } = Object.fromEntries(new URL(address, url).searchParams);
      return signIn(ask, { ...parameters, ...options, phoneNo });
    },
    faults: {
      list: async () => (await ask<{ faults: Fault[] }>('GET', '/faults')).faults,
      async set(faults) {
        await ask('PUT', '/faults', typeof faults === 'string' ? { preset: faults } : { faults });
      },
      async clear() {
        await ask('DELETE', '/faults');
      },
    },
    clock: {
      now: async () => (await ask<{ now: number }>('GET', '/clock')).now,
      async advance(seconds) {
        await ask('POST', '/clock', { advance: seconds });
      },
    },
    exchanges: async () => (await ask<{ exchanges: SandboxExchange[] }>('GET', '/exchanges')).exchanges,
    async reset(seed) {
      const begun = await ask<{ applications: SandboxApplication[] }>('POST', '/reset', { seed });
      registered = begun.applications;
    },
  };
}

async function signIn(ask: SendToSandbox, request: object): Promise<SignInResult> {
  const result = await ask<SignInResult & { error?: string; message?: string }>('POST', '/sign-in', request);
  const { error, message = '' } = result;
  if (error === undefined) return result;
  throw new SandboxError(message, { error });
}
