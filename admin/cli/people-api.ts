import * as v from 'valibot';
import { languages } from '../../workers/core/http/language.ts';
import type { UserIdentifier as Named } from '../../workers/core/protocol/user-identifier.ts';
import { Operator } from './operator-api-client.ts';

const count = v.number();
const application = { client_id: v.string(), application: v.exactOptional(v.string()) };
const request = v.object({ ...application, sent: v.number(), status: v.string(), sign_in: v.string() });

const consent = v.object({
  ...application,
  attributes: v.array(v.string()),
  /** Time of the agreement, in seconds since 1970. */
  agreed: v.number(),
  agreement: v.object({
    refused: v.array(v.string()),
    version: v.number(),
    language: v.picklist(languages),
    words: v.number(),
    /** Digest of the application's terms that the user read. */
    terms: v.string(),
  }),
});
export type Consent = v.InferOutput<typeof consent>;

const signIn = v.object({
  ...application,
  at: v.number(),
  known: v.boolean(),
  agent: v.exactOptional(v.string()),
  country: v.exactOptional(v.string()),
  city: v.exactOptional(v.string()),
});

const passkey = v.object({ agent: v.string(), created: v.number(), used: v.nullable(v.number()) });

/** What was disclosed about a user. Times are in seconds since 1970. */
const disclosure = v.object({
  first: v.number(),
  last: v.number(),
  attributes: v.array(v.string()),
  ended: v.exactOptional(v.number()),
});

const affectedPage = v.object({
  application: v.exactOptional(v.string()),
  people: v.array(v.object({ plid: v.string(), ...disclosure.entries })),
  started: v.exactOptional(v.number()),
  missing_keys: v.array(v.string()),
  unreadable: v.number(),
  cursor: v.exactOptional(v.string()),
});
export type AffectedPage = v.InferOutput<typeof affectedPage>;

/** The data that the service stores about a user. Times are in seconds since 1970. */
const person = v.object({
  stored: v.boolean(),
  plid: v.exactOptional(v.string()),
  /** Missing if nothing is stored. */
  pseudonyms: v.exactOptional(v.array(v.string())),
  registration: v.exactOptional(
    v.object({ status: v.string(), since: v.number(), reused: v.exactOptional(v.number()) }),
  ),
  requests: v.array(request),
  consents: v.array(consent),
  earlierConsents: v.array(consent),
  automaticLogins: v.array(
    v.object({ ...application, agent: v.string(), started: v.number(), expires: v.number() }),
  ),
  grants: v.object({ codes: count, tokens: count, ended: count }),
  signIns: v.array(signIn),
  passkeys: v.array(passkey),
  events: v.array(v.object({ ...application, type: v.string(), at: v.number(), status: v.string() })),
  disclosures: v.array(v.object({ ...application, ...disclosure.entries })),
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

const endedPasskeys = v.object({ ended: count });

const users = v.object({
  users: v.array(
    v.object({
      plid: v.string(),
      pseudonyms: v.array(v.string()),
      identity: v.record(v.string(), v.string()),
      seen: v.exactOptional(v.number()),
      fullSignInAfter: v.exactOptional(v.number()),
      disconnected: v.exactOptional(v.number()),
      sessions: v.array(
        v.object({
          session: v.string(),
          agent: v.string(),
          created: v.number(),
          expires: v.number(),
          /** Missing if there are none. */
          relyingParties: v.exactOptional(v.array(v.string())),
        }),
      ),
      /** Missing if there are none. */
      undeliveredLogouts: v.exactOptional(v.array(v.string())),
    }),
  ),
});
/** The data that a gateway stores about the users with a plid or phone number. Times are in seconds since 1970. */
export type UsersAtGateway = v.InferOutput<typeof users>;

const erasedUsers = v.object({ erased: v.array(v.object({ plid: v.string(), sessions: count })) });
export type ErasedAtGateway = v.InferOutput<typeof erasedUsers>;

const serviceBase = '/admin/people';
const gatewayBase = '/auth/admin/people';
type Base = typeof serviceBase | typeof gatewayBase;
const otherBase: Record<Base, Base> = { [serviceBase]: gatewayBase, [gatewayBase]: serviceBase };

/** The people API at one address. Each method throws a {@link Failure} if the call is rejected or unanswered. */
class PeopleApi<Shown extends v.GenericSchema, Erased extends v.GenericSchema> {
  readonly #operator: Operator;
  readonly #base: Base;
  readonly #shown: Shown;
  readonly #erased: Erased;

  constructor(address: string, base: Base, shown: Shown, erased: Erased) {
    this.#operator = new Operator(address);
    this.#base = base;
    this.#shown = shown;
    this.#erased = erased;
  }

  get origin(): string {
    return this.#operator.origin;
  }

  /** @param reason for the access, which is recorded and logged. */
  show = (named: Named, reason: string) => this.#ask('show', { ...named, reason }, this.#shown);
  erase = (named: Named, reason: string) => this.#ask('erase', { ...named, reason }, this.#erased);
  endPasskeys = (named: Named, reason: string) =>
    this.#ask('end-passkeys', { ...named, reason }, endedPasskeys);

  /** @param query the application, the period in seconds since 1970, the reason, and the previous page's cursor. */
  affected = (query: {
    client_id: string;
    since: number;
    until: number;
    reason: string;
    cursor?: string;
  }): Promise<AffectedPage> => this.#ask('affected', query, affectedPage);

  async #ask<Schema extends v.GenericSchema>(what: string, body: object, schema: Schema) {
    const path = `${this.#base}/${what}`;
    await this.#operator.expectRoute(path, async () => {
      if (!(await this.#operator.hasRoute(`${otherBase[this.#base]}/${what}`)))
        return 'For a gateway, add --gateway. For a service, remove it.';
      return this.#base === serviceBase
        ? 'That address is a gateway. Add: --gateway'
        : 'That address is a service. Remove --gateway.';
    });
    return this.#operator.call('POST', path, schema, { body });
  }
}

/** @param service the service's URL. @throws {Failure} if the URL is invalid. */
export const createServicePeopleApi = (service: string) =>
  new PeopleApi(service, serviceBase, person, erased);

/** @param gateway the gateway's URL. @throws {Failure} if the URL is invalid. */
export const createGatewayPeopleApi = (gateway: string) =>
  new PeopleApi(gateway, gatewayBase, users, erasedUsers);
