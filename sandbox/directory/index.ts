import { DurableObject } from 'cloudflare:workers';
import type {
  ConfirmationRequest,
  Notice,
  ShownPart,
  StartRequest,
} from '../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../workers/core/protocol/user-record.ts';
import { type LoginOptions, type RequestedLogin, requestLogin } from '../barocert/send-vendor-login.ts';
import type { LoginFields } from '../barocert/vendor-login-fields.ts';
import type { FoundLogin } from '../barocert/vendor-login-result.ts';
import { BarocertLogins } from '../barocert/vendor-login-table.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Fault } from '../fault.ts';
import type { Relay } from '../relay/relay.ts';
import {
  type Behaviour,
  displayedRequestParts,
  matchesCarrierChoice,
  matchesTypedName,
  type Subscriber,
} from '../subscriber.ts';
import { Exchanges } from './exchange-table.ts';
import { Faults } from './fault-table.ts';
import { Notices } from './notice-table.ts';
import { createQrCode, isCurrentQrCode, requestIdInQrCode } from './qr-code.ts';
import { Relays } from './relay-table.ts';
import {
  createMatch,
  type Denial,
  type PhoneRequest,
  type RequestStatus,
  Requests,
} from './request-table.ts';
import { hasApp, type ListedSubscriber, Subscribers } from './subscriber-table.ts';

export interface DirectoryBinding {
  DIRECTORY: DurableObjectNamespace<Directory>;
}

/** Returns the sandbox's only directory. */
export function directoryOf({ DIRECTORY }: DirectoryBinding) {
  return DIRECTORY.get(DIRECTORY.idFromName('directory'));
}

/** The status that a phone sets automatically. A pending request waits for the user, or is never answered. */
const answers: Record<Behaviour, RequestStatus> = {
  approves: 'approved',
  denies: 'denied',
  waits: 'pending',
  silent: 'pending',
  fails: 'pending',
  unregistered: 'pending',
};

/**
 * A carrier's response to `confirm`. The status is `failed` if the subscriber is set up so that the carrier fails.
 */
type Answered =
  | { status: 'failed' | 'unconfirmed' | 'unregistered' }
  /**
   * `shown` and `calls` are missing if the phone's carrier reports nothing about its phones.
   */
  | { status: 'requested'; requestId: string; shown?: ShownPart[]; calls?: boolean };

/**
 * Everything that the sandbox stores: subscribers, requests on their phones, faults, and recorded exchanges. Times
 * are in seconds since 1970.
 */
export class Directory extends DurableObject {
  readonly #subscribers = new Subscribers(this.ctx.storage.sql);
  readonly #requests = new Requests(this.ctx.storage.sql);
  readonly #notices = new Notices(this.ctx.storage.sql);
  readonly #faults = new Faults(this.ctx.storage.sql);
  readonly #wire = new Exchanges(this.ctx.storage.sql);
  readonly #relays = new Relays(this.ctx.storage.sql);
  readonly #barocert = new BarocertLogins(this.ctx.storage.sql);

  subscribers(): ListedSubscriber[] {
    return this.#subscribers.all();
  }

  subscriber(phoneNo: string): ListedSubscriber | undefined {
    return this.#subscribers.find(phoneNo);
  }

  saveSubscriber(subscriber: Subscriber): void {
    this.#subscribers.save(subscriber);
  }

  /** Adds a seed's subscribers to the fixed subscribers, and sets the seed's faults. */
  plant(subscribers: Subscriber[], faults: Fault[]): void {
    for (const subscriber of subscribers) this.#subscribers.save(subscriber);
    this.#faults.replace(faults);
  }

  /** Marks that the subscriber has left the phone authentication app. */
  leave(phoneNo: string): void {
    this.#subscribers.setLeft(phoneNo, true);
    this.#requests.denyAll(phoneNo);
  }

  /** Marks that the subscriber has installed the app, again or for the first time. */
  register(phoneNo: string): void {
    this.#subscribers.setLeft(phoneNo, false);
    const subscriber = this.#subscribers.find(phoneNo);
    if (subscriber?.behaviour === 'unregistered')
      this.#subscribers.save({ ...subscriber, behaviour: 'waits' });
  }

  confirm(question: ConfirmationRequest, at: number): Answered {
    const subscriber = this.#subscribers.find(question.phoneNo);
    if (subscriber?.behaviour === 'fails') return { status: 'failed' };
    const isConfirmed =
      subscriber !== undefined && !subscriber.left && matchesCarrierChoice(subscriber, question);
    if (!isConfirmed || !matchesTypedName(subscriber, question.name)) return { status: 'unconfirmed' };
    if (subscriber.behaviour === 'unregistered') return { status: 'unregistered' };
    const shown = [...displayedRequestParts(subscriber)];
    const requestId = this.#requests.add({ ...question, shown }, answers[subscriber.behaviour], at);
    const more = subscriber.tells === 'nothing' ? {} : { shown, calls: subscriber.calls === 'Y' };
    return { status: 'requested', requestId, ...more };
  }

  /** Adds a request that has no phone yet. @returns the request's ID, and the secret and digits of its QR code. */
  start(question: StartRequest, at: number): { requestId: string; code: string; digits: string } {
    const started = { phoneNo: '', match: createMatch(), ...createQrCode() };
    const requestId = this.#requests.add({ ...question, ...started }, 'pending', at);
    return { requestId, ...this.#requests.codeOf(requestId) };
  }

  /**
   * Returns the outcome of a request. `subscriber` is the subscriber who approved the request. It is missing if
   * the request isn't approved, or if the subscriber has left the phone authentication app since.
   */
  outcome(
    id: string,
    carriers: readonly CarrierCode[],
    at: number,
  ): Pick<PhoneRequest, 'status' | 'wrongNumber' | 'blocked'> & { subscriber?: Subscriber } {
    const request = this.#findOf(carriers, id, at);
    if (request === undefined) return { status: 'expired' };
    const subscriber = this.#subscribers.find(request.phoneNo);
    const { status, wrongNumber, blocked } = request;
    if (status === 'denied')
      return { status, ...(wrongNumber && { wrongNumber }), ...(blocked && { blocked }) };
    if (status !== 'approved' || subscriber === undefined || subscriber.left) return { status };
    return { status, subscriber };
  }

  /** Cancels a pending request on the phone. A request that is no longer pending stays unchanged. */
  cancel(id: string, carriers: readonly CarrierCode[], at: number): void {
    if (this.#findOf(carriers, id, at)?.status === 'pending') this.#requests.end(id, 'cancelled');
  }

  notify(notice: Notice): void {
    this.#notices.add(notice);
  }

  /** Returns the notices on a phone, newest first. */
  notices(phoneNo: string): Notice[] {
    return this.#notices.list(phoneNo);
  }

  /**
   * Finds a request that one of these carriers has received. Other requests aren't found, because a carrier knows
   * only its own requests.
   */
  #findOf(carriers: readonly CarrierCode[], id: string, at: number): PhoneRequest | undefined {
    const request = this.#requests.find(id, at);
    const isOurs = request?.telcoCd !== undefined && carriers.includes(request.telcoCd);
    return isOurs ? request : undefined;
  }

  request(id: string, at: number): PhoneRequest | undefined {
    return this.#requests.find(id, at);
  }

  /** Finds the request whose QR code is valid now. @param shown the text of the code, or its digits. */
  async requestByCode(shown: string, at: number): Promise<PhoneRequest | undefined> {
    const digits = shown.replaceAll(/\s/g, '');
    if (/^\d+$/.test(digits)) return this.#requests.findByDigits(digits, at);
    const request = this.#requests.find(requestIdInQrCode(shown), at);
    if (request === undefined) return undefined;
    const { code } = this.#requests.codeOf(request.id);
    return (await isCurrentQrCode(shown, code, at - request.created)) ? request : undefined;
  }

  /**
   * Opens a request without a phone number on a phone, which responds according to its behavior.
   * @returns undefined if the phone can't open the request.
   */
  open(id: string, phoneNo: string, at: number): PhoneRequest | undefined {
    const request = this.#requests.find(id, at);
    if (request?.phoneNo === phoneNo) return request;
    const subscriber = this.#subscribers.find(phoneNo);
    if (request?.phoneNo !== '' || request.status !== 'pending') return undefined;
    if (subscriber === undefined || !hasApp(subscriber) || subscriber.telcoCd !== request.telcoCd)
      return undefined;
    this.#requests.assign(id, phoneNo, answers[subscriber.behaviour]);
    return this.#requests.find(id, at);
  }

  requests(phoneNo: string | undefined, at: number): PhoneRequest[] {
    return this.#requests.list(phoneNo, at);
  }

  /**
   * Applies the user's decision. A single wrong number denies the request, and a request that has ended stays
   * unchanged. @param match the chosen number, or undefined to deny the request. @param denial the kind of denial.
   * @returns undefined if the request is unknown.
   */
  decide(
    id: string,
    match: string | undefined,
    at: number,
    denial: Denial = 'denied',
  ): PhoneRequest | undefined {
    const request = this.#requests.find(id, at);
    if (request?.status !== 'pending') return request;
    const answered = match === request.match ? 'approved' : 'wrong_number';
    this.#requests.end(id, match === undefined ? denial : answered);
    this.#barocert.setAnswered(id, at);
    return this.#requests.find(id, at);
  }

  faults(): Fault[] {
    return this.#faults.all();
  }

  setFaults(faults: Fault[]): void {
    this.#faults.replace(faults);
  }

  addFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  /**
   * Returns the faults for the next request to an endpoint, and decrements their remaining uses. @param carrier
   * the carrier that receives the request.
   */
  takeFaults(endpoint: string, carrier?: CarrierCode): Fault[] {
    return this.#faults.take(endpoint, carrier);
  }

  requestBarocertLogin(fields: LoginFields, options: LoginOptions, at: number): RequestedLogin {
    const tables = { subscribers: this.#subscribers, requests: this.#requests, logins: this.#barocert };
    return requestLogin(tables, fields, options, ({ behaviour }) => answers[behaviour], at);
  }

  /** Returns a login with this receipt, and the state of its request. */
  barocertLogin(receiptID: string, at: number): FoundLogin | undefined {
    const login = this.#barocert.find(receiptID);
    const request = this.#requests.find(login?.requestId ?? '', at);
    if (login === undefined || request === undefined) return undefined;
    const { phoneNo, status, expires } = request;
    const subscriber = this.#subscribers.find(phoneNo);
    return { login, status, expires, ...(subscriber !== undefined && hasApp(subscriber) && { subscriber }) };
  }

  /** Marks that the login of a request was verified. */
  setBarocertVerified(requestId: string): void {
    this.#barocert.setVerified(requestId);
  }

  keepRelay(relay: Relay): void {
    this.#relays.keep(relay);
  }

  relay(id: string): Relay | undefined {
    return this.#relays.find(id);
  }

  record(exchange: Exchange): void {
    this.#wire.record(exchange);
  }

  /** Returns the latest exchanges, in order. */
  exchanges(): Exchange[] {
    return this.#wire.all();
  }
}
