import { settingsOf } from '../../scripts/configuration/settings-of.ts';
import { Storage } from '../../test/support/doubles/objects.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { ObjectStore } from '../../workers/core/storage/object-store.ts';
import { limitKnown, limitSignIns } from '../../workers/service/authorize/phone/sign-in-limits.ts';
import { type AuthorizeContext, schema } from '../../workers/service/authorize/sign-in/authorize-settings.ts';
import { judgeRequest } from '../../workers/service/objects/judge-request.ts';
import { PhoneRequests } from '../../workers/service/objects/phone-requests.ts';
import { phoneMigrations } from '../../workers/service/objects/phone-tables.ts';
import type { Caller } from '../../workers/service/objects/request-limits.ts';

/** The requests to one phone, as its object keeps and judges them: its rows, in SQLite in memory. */
export class AskedNumber {
  readonly requests: PhoneRequests;
  readonly #store: ObjectStore;
  #asked = 0;

  constructor() {
    const storage = new Storage();
    const ctx = { storage, blockConcurrencyWhile: (work: () => Promise<void>) => work() };
    this.#store = new ObjectStore(ctx as never, {}, phoneMigrations);
    this.requests = new PhoneRequests(storage as never, this.#store);
  }

  /** The work of the object's alarm. */
  forget(at: number): void {
    if (this.#store.exists()) this.requests.deleteExpired(at);
  }

  /** @param signIn its name; undefined for one whose request is kept nowhere. @returns the id of the request; undefined if it is refused. */
  admit(caller: Caller, at: number, limit: number, signIn: string | undefined): string | undefined {
    const about = signIn === undefined ? undefined : { client_id: 'shop', sign_in: signIn };
    const judged = judgeRequest({ requests: this.requests.list(), caller, block: 0, at, limit, about });
    if (judged.refused !== undefined) return undefined;
    this.#asked += 1;
    const id = `r${this.#asked}`;
    if (about !== undefined) this.requests.add({ id, ...caller }, at, about, judged);
    return id;
  }
}

/** A sign-in that somebody sends. */
export interface Sent {
  address: string;
  caller: Caller;
  /** Undefined for one that nobody has asked before: each made-up person has a number of their own. */
  number: AskedNumber | undefined;
  /** Only whether it would be let in: nothing is kept of it at the number. */
  isTried?: boolean;
  /** The name of its sign-in: a second request of one is sent again. */
  signIn?: string;
}

/**
 * The service at one location of Cloudflare, as far as it lets sign-ins in: its limits, with the figures that are deployed, counted in minutes that
 * begin at once; the functions of the product that count and judge, in the order in which it asks them (`admit`). No HTTP, no cookies, no carrier.
 */
export class Location {
  readonly #counts = new Map<string, number>();
  readonly #requests = new Map<string, Request>();
  readonly #env: AuthorizeContext['env'];
  /** In seconds since 1970; a minute begins. */
  now = 1_800_000_000;

  constructor() {
    const limits = settingsOf({ schema }).flatMap(({ name, binding }) =>
      binding?.kind === 'ratelimits' ? [[name, this.#limit(name, binding)] as const] : [],
    );
    this.#env = Object.fromEntries(limits) as never;
  }

  /** The time goes on. */
  tick(seconds: number): void {
    const minute = Math.floor(this.now / 60);
    this.now += seconds;
    if (Math.floor(this.now / 60) > minute) this.#counts.clear();
  }

  /** @returns the id of the request at the number; undefined where it is refused. */
  async send({
    address,
    caller,
    number,
    isTried = false,
    signIn = address,
  }: Sent): Promise<string | undefined> {
    const context = { request: this.#requestFrom(address), env: this.#env };
    try {
      await limitSignIns(context, 'shop', caller);
      const id =
        number === undefined
          ? 'made up'
          : number.admit(caller, this.now, requestLimit, isTried ? undefined : signIn);
      if (id !== undefined && caller.known) await limitKnown(context, 'shop', true);
      return id;
    } catch (refusal) {
      if (refusal instanceof ProtocolError) return undefined;
      throw refusal;
    }
  }

  #limit(name: string, { limit, period }: { limit: number; period: number }) {
    return {
      limit: async ({ key }: { key: string }) => {
        const [counted, allowed] = [`${name} ${key}`, (limit * 60) / period];
        const count = (this.#counts.get(counted) ?? 0) + 1;
        this.#counts.set(counted, count);
        return { success: count <= allowed };
      },
    };
  }

  #requestFrom(address: string): Request {
    const request =
      this.#requests.get(address) ??
      new Request('https://login.example.com/', { headers: { 'CF-Connecting-IP': address } });
    this.#requests.set(address, request);
    return request;
  }
}

/** `PHONE_REQUEST_LIMIT`, where nothing is set. */
const requestLimit = 5;
