import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import {
  type FieldName,
  type FieldValues,
  fieldOf,
  mapFields,
  type ShownFieldName,
} from '../../workers/service/registry/application-fields.ts';
import { requiredTerms } from '../../workers/service/registry/consents.ts';
import { type Access, type Method, Operator } from './operator-api-client.ts';

/** Returns the schema of a response field. A service of another release may return other values and attributes. */
function responseSchema(name: FieldName): v.GenericSchema {
  const { kind } = fieldOf(name);
  if (kind === 'callbacks' || kind === 'attributes') return v.array(v.string());
  if (kind === 'number') return v.number();
  return kind === 'flag' ? v.boolean() : v.string();
}

type Schema<Name extends FieldName> = v.GenericSchema<unknown, FieldValues[Name]>;
type ApplicationResponse = { [Name in FieldName]: Schema<Name> };

const fields = mapFields(responseSchema) as ApplicationResponse;
const shownFields = mapFields(responseSchema, (name) => fieldOf(name).isShownToUsers === true) as Pick<
  ApplicationResponse,
  ShownFieldName
>;

const application = v.object({
  client_id: v.string(),
  client_secret: v.exactOptional(v.string()),
  ...fields,
  /** The application's secrets, current one first. Times are in seconds since 1970. */
  secrets: v.array(
    v.object({
      id: v.string(),
      created: v.number(),
      /** The kind of `KEYS` key that encrypts the secret. */
      sealed: v.picklist(['current', 'earlier', 'unknown']),
    }),
  ),
  created: v.number(),
  /** Increases with every change. */
  version: v.number(),
});
export type Application = v.InferOutput<typeof application>;

const page = v.object({ applications: v.array(application), cursor: v.exactOptional(v.string()) });
/** An application in an export. Fields that this command doesn't know are preserved. */
const exported = v.looseObject({ client_id: v.string(), name: v.string() });
export type ExportedApplication = v.InferOutput<typeof exported>;

const exportedPage = v.object({ applications: v.array(exported), cursor: v.exactOptional(v.string()) });
const resealedPage = v.object({
  resealed: v.number(),
  unreadable: v.number(),
  cursor: v.exactOptional(v.string()),
});
const pastChange = v.object({
  version: v.number(),
  /** In seconds since 1970. */
  at: v.number(),
  action: v.string(),
  /** Name of the operator's token. */
  token: v.string(),
  fields: v.array(v.string()),
});
export type PastChange = v.InferOutput<typeof pastChange>;

/**
 * The texts that users read before consenting, with the version that introduced these texts and its time, in
 * seconds since 1970.
 */
const statedVersion = v.object({
  version: v.number(),
  at: v.number(),
  ...shownFields,
});
export type StatedVersion = v.InferOutput<typeof statedVersion>;

const statedVersions = v.object({ terms: v.array(statedVersion) });
const historyPage = v.object({ history: v.array(pastChange), before: v.exactOptional(v.number()) });
const checkedCarriers = v.object({
  carriers: v.array(
    v.object({
      carrier: v.string(),
      /** The fault in words. Missing if the carrier works. */
      fault: v.exactOptional(v.string()),
      /** Duration of the call. Missing if the carrier wasn't called. */
      milliseconds: v.exactOptional(v.number()),
      /** Whether the carrier supports app-initiated sign-ins. Missing if unknown. */
      starts: v.exactOptional(v.boolean()),
    }),
  ),
});
export type CheckedCarrier = v.InferOutput<typeof checkedCarriers>['carriers'][number];

/** The values of OpenID Connect Discovery 1.0 §3 that products need. */
const provider = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
});
export type Provider = v.InferOutput<typeof provider>;

const nothing = v.undefined();

/** Fields that an error message may ask for. The command's options have the same names. */
const namedFields = new RegExp(`\\b(?:${['same_name', 'allow_loopback', ...requiredTerms].join('|')})\\b`);

/**
 * A service's operator API. Each method throws a {@link Failure} if the service rejects the call or doesn't
 * respond.
 */
export class AdminApi {
  readonly #operator: Operator;

  /**
   * @param service the service's URL, such as `https://login.example.com`. @throws {Failure} if the URL is
   * invalid.
   */
  constructor(service: string, access?: Access) {
    this.#operator = new Operator(service, access);
  }

  list = (): Promise<Application[]> => this.#allPages('', page);
  export = (): Promise<ExportedApplication[]> => this.#allPages('-export', exportedPage);
  import = (body: object) => this.#call('POST', '-import', application, body);

  create = (described: object) => this.#call('POST', '', application, described);
  show = (client_id: string) => this.#call('GET', item(client_id), application);
  /** Returns every change to an application, latest first. */
  async history(client_id: string): Promise<PastChange[]> {
    const all: PastChange[] = [];
    let query = '';
    do {
      const { history, before } = await this.#call('GET', `${item(client_id)}/history${query}`, historyPage);
      all.push(...history);
      query = before === undefined ? '' : `?before=${before}`;
    } while (query !== '');
    return all;
  }

  terms = (client_id: string) => this.#call('GET', `${item(client_id)}/terms`, statedVersions);

  /** @param version the version to change. By default, the application is changed regardless of its version. */
  update = (client_id: string, changes: object, version?: number) =>
    this.#call('PATCH', item(client_id), application, changes, version);
  /** @param version the version to delete. By default, the application is deleted regardless of its version. */
  delete = (client_id: string, version?: number) =>
    this.#call('DELETE', item(client_id), nothing, undefined, version);
  rotate = (client_id: string) => this.#call('POST', `${item(client_id)}/secrets`, application);
  retire = (client_id: string, secret: string) =>
    this.#call('DELETE', `${item(client_id)}/secrets${item(secret)}`, application);

  /** Reads the metadata of the service's OpenID Connect provider. */
  provider(): Promise<Provider> {
    const explain = (status: number, message: string) =>
      status === 404
        ? 'OpenID Connect is off at the service. Deploy the service with an OPENID_KEY.'
        : message;
    return this.#operator.call('GET', '/.well-known/openid-configuration', provider, { explain });
  }

  /** Checks the carriers over HTTP. */
  async checkCarriers(): Promise<CheckedCarrier[]> {
    return (await this.#operator.call('POST', '/admin/carriers/check', checkedCarriers)).carriers;
  }

  /**
   * Re-encrypts the field keys of all secrets with the current key of `KEYS`. Every update of an application
   * re-encrypts the field keys of its secrets, so this method sends each application an update that changes
   * nothing.
   * @returns the number of applications.
   */
  async resealAll(): Promise<number> {
    const applications = await this.list();
    for (const { client_id } of applications) await this.update(client_id, {});
    return applications.length;
  }

  /**
   * Re-encrypts the index of disclosures with the current key of `DISCLOSURE_KEY`, until every row is encrypted with it.
   * @returns the number of re-encrypted rows. @throws {Failure} if a row can't be decrypted.
   */
  async resealDisclosures(): Promise<number> {
    const path = '/admin/people/affected/reseal';
    let total = 0;
    for (;;) {
      let resealed = 0;
      let cursor: string | undefined;
      do {
        const page = await this.#operator.call('POST', path, resealedPage, {
          body: { ...(cursor && { cursor }) },
        });
        if (page.unreadable > 0)
          throw new Failure(
            'Some rows of the index of disclosures are encrypted with a key that DISCLOSURE_KEY lacks. Add that key again before you remove another one (docs/operate/keys.md, DISCLOSURE_KEY).',
          );
        resealed += page.resealed;
        cursor = page.cursor;
      } while (cursor !== undefined);
      if (resealed === 0) return total;
      total += resealed;
    }
  }

  async #allPages<Item>(
    path: string,
    schema: v.GenericSchema<unknown, { applications: Item[]; cursor?: string }>,
  ): Promise<Item[]> {
    const all: Item[] = [];
    let query = '';
    do {
      const { applications, cursor } = await this.#call('GET', `${path}${query}`, schema);
      all.push(...applications);
      query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    } while (query !== '');
    return all;
  }

  #call<Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    schema: Schema,
    body?: object,
    version?: number,
  ) {
    return this.#operator.call(method, `/admin/applications${path}`, schema, {
      body,
      headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
      explain: (status, message) => explain(status, message, version),
    });
  }
}

/**
 * Returns the message that explains an error response at the terminal. @param version the version that the call
 * was meant to change.
 */
function explain(status: number, message: string, version: number | undefined): string {
  if (status === 404)
    return 'The service has no such application or secret. To list them, run: npx plid-admin applications list';
  if (status === 412)
    return `Version ${version} is outdated because another operator has changed the application. View the current version with: applications show`;
  const [field] = namedFields.exec(message) ?? [];
  return field === undefined ? message : `${message} Option: --${field.replaceAll('_', '-')}`;
}

const item = (id: string) => `/${encodeURIComponent(id)}`;
