import { ContractError } from '../support/inspect/contract.ts';
import type { Init } from '../support/people/browser-session.ts';
import { origins } from '../support/world/test-settings.ts';
import { isClosedSocket } from './closed-sockets.ts';
import type { FaultTimes } from './faults.ts';
import type { Figures } from './ledger.ts';
import type { SoakWorld } from './soak-world.ts';

/** No answer came, or one that says nothing about the request: the caller tries again. */
class Unanswered extends Error {}

/** Every request of a login was answered, and the login has failed. */
export class FailedLogin extends Unanswered {}

/** The longest wait for an answer, and the pause between two tries, in milliseconds. */
const patience = 30_000;
const pause = 250;
/** How long a request is repeated before that counts as a violation, in milliseconds. */
const longestTrying = 90_000;

/** Faults of the sandbox that leave a good answer. */
const harmless = ['delay', 'string-expires_in', 'empty-error', 'encrypted-agegroup', 'plain-fields'];

/** Sends every request of a soak's people, and checks the promises that hold for any answer. */
export class Connection {
  readonly #world: SoakWorld;
  readonly #faults: FaultTimes;
  readonly #figures: Figures;

  constructor(world: SoakWorld, faults: FaultTimes, figures: Figures) {
    this.#world = world;
    this.#faults = faults;
    this.#figures = figures;
  }

  /** @throws {Unanswered} */
  fetch = async (address: string | URL, init: Init = {}): Promise<Response> => {
    const begun = Date.now();
    const what = `${init.method ?? 'GET'} ${placeOf(new URL(address))}`;
    this.#figures.requests += 1;
    try {
      const answer = await withinPatience(this.#whole(address, init));
      this.#judge(what, answer, begun);
      return answer;
    } catch (failure) {
      if (failure instanceof ContractError) this.#figures.violated(failure.message);
      else if (!(failure instanceof Unanswered)) this.#lost(what, begun, failure);
      throw failure instanceof Unanswered ? failure : new Unanswered(what, { cause: failure });
    }
  };

  /** Repeats a request until there is an answer. @returns the answer, and the number of tries without one. */
  async persist<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; repeats: number }> {
    const begun = Date.now();
    for (let repeats = 0; ; repeats += 1) {
      try {
        return { answer: await ask(), repeats };
      } catch (failure) {
        if (!(failure instanceof Unanswered)) throw failure;
        if (Date.now() - begun > longestTrying)
          throw new Error('There is no end of trying', { cause: failure });
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  async #whole(address: string | URL, init: Init): Promise<Response> {
    const answer = await this.#world.fetch(address, init);
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength > 0 ? body : null, { status, headers: new Headers(headers) });
  }

  /** Counts refusals; a refusal that needs a fault as its reason must have one. */
  #judge(what: string, { status, headers }: Response, begun: number): void {
    const set = headers.get('Sandbox-Fault')?.split(', ') ?? [];
    if (set.some((kind) => !harmless.includes(kind))) {
      this.#figures.unanswered += 1;
      throw new Unanswered(what);
    }
    if (status >= 400) this.#figures.count('refusals', `${status} ${what}`);
    const isCodeRefused = status === 500 && what === 'POST /oauth2/token';
    if (status < 429 || isCodeRefused) return;
    if (![429, 502, 503].includes(status)) this.#figures.violated(`${what} was answered ${status}`);
    else if (!this.#faults.since(begun))
      this.#figures.violated(`${what} was answered ${status}, without a fault`);
    throw new Unanswered(what);
  }

  #lost(what: string, begun: number, failure: unknown): void {
    this.#figures.unanswered += 1;
    if (!isClosedSocket(failure) && !this.#faults.since(begun))
      this.#figures.violated(`${what} was not answered, without a fault: ${failure}`);
  }
}

/** The address without the parts that differ each time. */
const placeOf = ({ origin, pathname }: URL) =>
  origin === origins.gateway || origin === origins.service ? pathname : `sandbox ${pathname}`;

async function withinPatience<Answer>(work: Promise<Answer>): Promise<Answer> {
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => expiry.reject(new Error(`no answer within ${patience} ms`)), patience);
  try {
    return await Promise.race([work, expiry.promise]);
  } finally {
    clearTimeout(timer);
  }
}
