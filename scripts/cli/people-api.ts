import * as v from 'valibot';
import { Operator } from './operator.ts';

/** How a person is named; `phoneNo` with 11 digits. */
export type Named = { phoneNo: string } | { plid: string };

const count = v.number();
const request = v.object({ sent: v.number(), status: v.string() });
const application = { client_id: v.string(), application: v.exactOptional(v.string()) };

/** What the service stores about a person. Times in seconds since 1970. */
const person = v.object({
  stored: v.boolean(),
  plid: v.exactOptional(v.string()),
  registration: v.exactOptional(v.object({ status: v.string(), since: v.number() })),
  requests: v.array(request),
  consents: v.array(v.object({ ...application, attributes: v.array(v.string()) })),
  automaticLogins: v.array(v.object({ ...application, started: v.number(), expires: v.number() })),
  grants: v.object({ codes: count, tokens: count, ended: count }),
  terminated: v.exactOptional(v.number()),
});
export type PersonAtService = v.InferOutput<typeof person>;

const erased = v.object({
  erased: v.boolean(),
  plid: v.exactOptional(v.string()),
  registration: v.string(),
  requests: count,
  consents: count,
  automaticLogins: count,
  grants: count,
});
export type ErasedAtService = v.InferOutput<typeof erased>;

const base = '/admin/people';

/** The service's API about people. Each method throws a {@link Failure} where it refuses or does not answer. */
export class PeopleAtService {
  readonly #operator: Operator;

  /** @param service its address. @throws {Failure} where it is none. */
  constructor(service: string) {
    this.#operator = new Operator(service);
  }

  get origin(): string {
    return this.#operator.origin;
  }

  show = (named: Named) => this.#ask('show', named, person);
  erase = (named: Named) => this.#ask('erase', named, erased);

  async #ask<Schema extends v.GenericSchema>(what: string, body: Named, schema: Schema) {
    const path = `${base}/${what}`;
    await this.#operator.expectRoute(path, 'Is that the address of the service?');
    return this.#operator.call('POST', path, schema, { body });
  }
}
