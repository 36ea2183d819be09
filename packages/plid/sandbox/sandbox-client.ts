import { SandboxError } from './sandbox-error.ts';
import { type PersonOfSandbox, personAt } from './sandbox-person.ts';
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

/** A sandbox that runs, here or elsewhere. Every method throws {@link SandboxError} where the sandbox refuses. */
export interface SandboxClient {
  /** Its address, which is the service's `{base_url}` and the gateway's as well: `http://localhost:8787`. */
  readonly url: string;
  /** The first application of the seed; the demo shop without one. */
  readonly application: SandboxApplication;
  readonly applications: readonly SandboxApplication[];
  /** A person with a phone, by their number. Nothing is asked until one of their methods is called. */
  person(phoneNo: string): PersonOfSandbox;
  /**
   * A whole sign-in through the real pages, consent included; a phone that waits approves. It fails with `access_denied` where the
   * person denies, and with the service's own refusal where it refuses.
   * @param client_id of {@link application} where it is left out.
   */
  signIn(phoneNo: string, client_id?: string, options?: SignInOptions): Promise<SignInResult>;
  /** The same at the address that an application has sent a browser to: an authorization request, with its `state` and challenge. */
  signInAt(address: string | URL, phoneNo: string, options?: SignInOptions): Promise<SignInResult>;
  readonly faults: {
    list(): Promise<Fault[]>;
    /** Replaces all faults by these, or by those of a preset. */
    set(faults: readonly Fault[] | Preset): Promise<void>;
    clear(): Promise<void>;
  };
  /** The clock of the whole world; the real time, until a test moves it. */
  readonly clock: {
    /** In seconds since 1970. */
    now(): Promise<number>;
    advance(seconds: number): Promise<void>;
  };
  /** The requests of applications to the service since the last reset, with its answers; the latest 300. */
  exchanges(): Promise<SandboxExchange[]>;
  /** Begins anew, with the same seed or another one: sign-ins, people, faults, exchanges and the clock. */
  reset(seed?: Seed): Promise<void>;
}

/** Talks to a sandbox that runs already, such as one in a container. @param address such as `http://localhost:8787`. */
export async function connectSandbox(address: string): Promise<SandboxClient> {
  const url = new URL(address).origin;
  const ask = sandboxRequestsTo(url);
  const { applications } = await ask<{ applications: SandboxApplication[] }>('GET', '/applications');
  return clientOf(url, ask, applications);
}

/** @param applications those that are registered, the seed's first. */
export function clientOf(url: string, ask: SendToSandbox, applications: SandboxApplication[]): SandboxClient {
  let registered = applications;
  return {
    url,
    get application() {
      return registered[0] as SandboxApplication;
    },
    get applications() {
      return registered;
    },
    person: (phoneNo) => personAt(ask, phoneNo),
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
