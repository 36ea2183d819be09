import * as v from 'valibot';
import { type Chain, chainState, hashedRecord } from '../audit/chain.ts';
import type { Period } from '../korean-time.ts';
import { Operator } from './operator-api-client.ts';

const page = v.object({
  records: v.array(hashedRecord),
  anchor: chainState.anchor,
  head: v.object({ sequence: v.number(), hash: chainState.head }),
  days: v.number(),
  next: v.exactOptional(v.number()),
});

const serviceRoute = '/admin/audit';
const gatewayRoute = '/auth/admin/audit';

/** The access records at one address. */
export class AuditApi {
  readonly #operator: Operator;
  readonly #isGateway: boolean;

  /** @throws {Failure} if the address is invalid. */
  constructor(address: string, isGateway: boolean) {
    this.#operator = new Operator(address);
    this.#isGateway = isGateway;
  }

  get origin(): string {
    return this.#operator.origin;
  }

  /**
   * Reads all records of a period. The server records each page that is read. Records that are written meanwhile
   * aren't included. @param purpose what the records are read for. @throws {Failure}
   */
  async read(purpose: 'list' | 'export' | 'summary' | 'verify', period: Period = {}): Promise<Chain> {
    await this.#operator.expectRoute(this.#route, () => this.#adviseOnRoute(), 'GET');
    const query = new URLSearchParams({ for: purpose });
    for (const [name, value] of Object.entries(period)) query.set(name, String(value));
    const first = await this.#page(query);
    const { head, anchor, days } = first;
    const records = [...first.records];
    query.set('to', String(head.sequence));
    for (let { next } = first; next !== undefined; ) {
      query.set('after', String(next));
      const further = await this.#page(query);
      records.push(...further.records);
      next = further.next;
    }
    return { records, anchor, days, count: head.sequence, head: head.hash };
  }

  #page = (query: URLSearchParams) => this.#operator.call('GET', `${this.#route}?${query}`, page);

  get #route(): string {
    return this.#isGateway ? gatewayRoute : serviceRoute;
  }

  async #adviseOnRoute(): Promise<string> {
    const other = this.#isGateway ? serviceRoute : gatewayRoute;
    if (!(await this.#operator.hasRoute(other, 'GET')))
      return 'For a gateway, add --gateway. For a service, remove it.';
    return this.#isGateway
      ? 'That address is a service. Remove --gateway.'
      : 'That address is a gateway. Add: --gateway';
  }
}
