import * as v from 'valibot';
import type { Phone, PhoneAction } from '../../../packages/plid-kits/carrier-kit/index.ts';
import { sampleIdentity } from '../../../workers/core/protocol/user-record.ts';
import type { Init } from '../../support/fixtures/browser-session.ts';

const text = v.string();
const startSchema = v.object({ id: text, telcoCd: text, expires: v.number(), expiresIn: v.number() });
const confirmSchema = v.object({
  ...startSchema.entries,
  ...{ name: text, phoneNo: text, match: text, application: text, entry: text, mvno: v.boolean() },
});
const nameSchema = v.object({ requestId: text });
const noticeSchema = v.object({ id: text, kind: text, phoneNo: text });

type StartQuestion = v.InferOutput<typeof startSchema>;
export type Question = v.InferOutput<typeof confirmSchema>;
export type Json = Record<string, unknown>;

/** A request of this carrier. Times are in seconds since 1970, by the carrier's clock. */
export interface Held {
  requestId: string;
  asked: string;
  phoneNo: string;
  match: string;
  ends: number;
  status: 'pending' | 'approved' | 'denied' | 'wrong_number' | 'cancelled';
}

export const token = 'the-token-of-the-service';
export const callsToken = 'the-token-of-the-carrier';
export const customer = { name: '김하나', phoneNo: '01012345678', telcoCd: 'S' } as const;
export const unregistered = { name: '이두리', phoneNo: '01012345679', telcoCd: 'S' } as const;
export const foreigner = { name: 'SMITH JOHN PAUL', phoneNo: '01012345671', telcoCd: 'S' } as const;
export const mvno = { name: '박대기', phoneNo: '01012345670', telcoCd: 'S' } as const;

/** A carrier that follows the specification, in memory, with its customers' phones. Wrong carriers override a method. */
export class RightCarrier {
  /** By how much its clock was moved on, in seconds. */
  ahead = 0;
  /** The address that it calls when a phone has answered. */
  callsAt: string | undefined;
  readonly requests = new Map<string, Held>();
  /** Requests as they came to a phone: one that rings twice is there twice. */
  readonly rings: string[] = [];

  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  /** Over HTTP. */
  async fetch(address: string | URL, init: Init = {}): Promise<Response> {
    const { authorization } = init.headers as Record<string, string | undefined>;
    if (!this.isService(authorization)) return new Response(null, { status: 401 });
    const call = new URL(address).pathname.slice(1);
    const answer = await this.answer(call, String(init.body ?? ''));
    return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer);
  }

  isService(authorization: string | undefined): boolean {
    return authorization === `Bearer ${token}`;
  }

  /** @returns the body, or the status of a failure. */
  answer(call: string, body: string): Promise<Json | number> | Json | number {
    const sent = this.read(body);
    const [isConfirm, isStart, isName, isNotice] = [confirmSchema, startSchema, nameSchema, noticeSchema].map(
      (schema) => v.is(schema, sent),
    );
    switch (call) {
      case 'confirm':
        return isConfirm ? this.confirm(sent as Question) : 400;
      case 'start':
        return isStart ? this.start(sent as StartQuestion) : 400;
      case 'outcome':
        return isName ? this.outcome((sent as Held).requestId) : 400;
      case 'cancel':
        return isName ? this.cancel((sent as Held).requestId) : 400;
      case 'notify':
        return isNotice ? { status: 'taken' } : 400;
      default:
        return 404;
    }
  }

  read(body: string): unknown {
    try {
      return JSON.parse(body);
    } catch {
      return undefined;
    }
  }

  confirm(question: Question): Json | number {
    const person = this.find(question);
    if (person === undefined) return { status: 'unconfirmed' };
    if (person.phoneNo === unregistered.phoneNo)
      return { status: 'unregistered', install: { web: 'https://app.carrier.example/install' } };
    const { phoneNo, match } = question;
    const held = this.hold(question, phoneNo, match);
    return held === undefined ? 409 : this.requested(held);
  }

  find({ name, phoneNo, telcoCd }: Question) {
    return [customer, unregistered, mvno, foreigner].find(
      (one) => this.isName(one.name, name) && one.phoneNo === phoneNo && one.telcoCd === telcoCd,
    );
  }

  isName(known: string, given: string): boolean {
    const words = (name: string) => name.toLowerCase().split(/\s+/).sort().join(' ');
    return words(known) === words(given);
  }

  /** The request of a question; undefined where another one had its id. */
  hold(question: StartQuestion, phoneNo: string, match: string): Held | undefined {
    const asked = JSON.stringify(question);
    const before = this.requests.get(this.requestIdOf(question.id));
    if (before !== undefined) return before.asked === asked ? before : undefined;
    const requestId = this.requestIdOf(question.id);
    const held: Held = { requestId, asked, phoneNo, match, ends: this.endOf(question), status: 'pending' };
    this.requests.set(requestId, held);
    if (phoneNo !== '') this.ring(requestId);
    return held;
  }

  requestIdOf(id: string): string {
    return `r-${id}`;
  }

  endOf({ expiresIn }: StartQuestion): number {
    return this.now() + expiresIn;
  }

  ring(requestId: string): void {
    this.rings.push(requestId);
  }

  requested({ requestId }: Held): Json {
    return {
      status: 'requested',
      requestId,
      open: this.open(requestId),
      shown: ['application'],
      ...(this.callsAt !== undefined && { calls: true }),
    };
  }

  open(requestId: string): Json {
    return {
      ios: `tauthlink://request?id=${requestId}`,
      android: `intent://request?id=${requestId}#Intent;scheme=tauthlink;package=com.carrier.app;end`,
      web: `https://app.carrier.example/${requestId}`,
    };
  }

  start(question: StartQuestion): Json | number {
    const held = this.hold(question, '', '');
    if (held === undefined) return 409;
    const { requestId } = held;
    return { status: 'started', requestId, open: this.open(requestId), code: `code-of-${requestId}` };
  }

  outcome(requestId: string): Json {
    const held = this.requests.get(requestId);
    if (held === undefined || this.hasExpired(held)) return { status: 'expired' };
    if (held.status === 'approved')
      return { status: 'approved', identity: this.identityOf(held), method: 'pin', phone: { country: 'KR' } };
    if (held.status === 'wrong_number') return { status: 'denied', why: 'wrong_number' };
    return held.status === 'denied' ? { status: 'denied', why: 'person' } : { status: held.status };
  }

  hasExpired({ status, ends }: Held): boolean {
    return status === 'pending' && ends <= this.now();
  }

  identityOf({ phoneNo }: Held): Json {
    return { ...sampleIdentity(), phoneNo, name: customer.name };
  }

  cancel(requestId: string): Json {
    const held = this.requests.get(requestId);
    if (held?.status === 'pending') held.status = 'cancelled';
    return { status: 'done' };
  }

  /** A user answers on a phone. */
  async tap(action: PhoneAction, requestId: string, digits: string): Promise<void> {
    const held = this.requests.get(requestId);
    if (held === undefined || held.status !== 'pending' || this.hasExpired(held))
      throw new Error('The phone does not show this request');
    if (action === 'deny') held.status = 'denied';
    else held.status = this.isMatch(action, held, digits) ? 'approved' : 'wrong_number';
    await this.callBack(requestId);
  }

  isMatch(action: PhoneAction, { match }: Held, digits: string): boolean {
    return action !== 'wrong' && digits === match;
  }

  async callBack(requestId: string): Promise<void> {
    if (this.callsAt === undefined) return;
    const headers = { Authorization: `Bearer ${callsToken}`, 'Content-Type': 'application/json' };
    await fetch(this.callsAt, { method: 'POST', headers, body: JSON.stringify({ requestId }) });
  }

  /** The phone of the customers, for the kit. */
  phone(): Phone {
    return {
      act: (action, requestId, digits) => this.tap(action, requestId, digits),
      count: async () =>
        this.rings.filter((requestId) => this.outcome(requestId).status === 'pending').length,
      advance: async (seconds) => {
        this.ahead += seconds;
      },
    };
  }
}
