import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';
import { mediaTypeOf, readRequestText } from './request-text.ts';

/** The maximum length of a form body, in bytes. */
const maxBodyLength = 64 * 1024;

/** The parameters of a request, out of its query and, for a POST, its form (§4.2 allows both). */
export class Parameters {
  readonly #texts: readonly string[];
  readonly #sources: readonly URLSearchParams[];

  /** @param sources query strings and forms, as they were sent. */
  constructor(...sources: readonly (string | URLSearchParams)[]) {
    this.#texts = sources.map(String).filter(Boolean);
    this.#sources = this.#texts.map(parse);
  }

  /**
   * A parameter's value; undefined where it is missing or empty (RFC 6749 §3.1).
   * @throws {ProtocolError} `invalid_item` where it is repeated, or query and form have different values.
   */
  optional(item: string): string | undefined {
    let found: string | undefined;
    for (const source of this.#sources) {
      const given = source.getAll(item);
      const value = given[0] || found;
      if (given.length > 1 || (found !== undefined && value !== found))
        throw new ProtocolError(refusals.invalid_item, { item });
      found = value;
    }
    return found;
  }

  /** Several of them by their names. @throws {ProtocolError} as `optional`. */
  several<Item extends string>(items: readonly Item[]): Partial<Record<Item, string>> {
    const given = items.map((item) => [item, this.optional(item)]).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as Partial<Record<Item, string>>;
  }

  /** @throws {ProtocolError} `missing_item`, or `invalid_item` where it is repeated. */
  required(item: string): string {
    const value = this.optional(item);
    if (value === undefined) throw new ProtocolError(refusals.missing_item, { item });
    return value;
  }

  /**
   * A required parameter as it was spelled, percent-encoded: decoding it and encoding it again would change its bytes.
   * Characters that a Location header cannot hold, or would take for a fragment, are percent-encoded here.
   * @throws {ProtocolError} as `required`.
   */
  requiredAsSent(item: string): string {
    this.required(item);
    return this.asSent(item);
  }

  /** All of them by name and value, each pair once: the fields of a form that sends them again. */
  entries(): [name: string, value: string][] {
    const pairs = this.#sources.flatMap((source) => [...source]).filter(([name]) => name !== '');
    return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  }

  /** All of them in one query, as they were sent. */
  asSentWhole(): string {
    return this.#texts.join('&');
  }

  /** As {@link requiredAsSent}, but empty where it is missing or empty. @throws {ProtocolError} as `optional`. */
  asSent(item: string): string {
    this.optional(item);
    const pairs = this.#texts.flatMap((text) => text.split('&'));
    const pair = pairs.find((candidate) => holds(candidate, item)) ?? '';
    return pair.slice(pair.indexOf('=') + 1).replaceAll(/[^!-~]|#/gu, encodeURIComponent);
  }
}

/** Whether a pair of a query has a value for a parameter. Names are hardly ever percent-encoded. */
function holds(pair: string, item: string): boolean {
  if (pair.startsWith(`${item}=`)) return pair.length > item.length + 1;
  return /^[^=]*%/.test(pair) && Boolean(parse(pair).get(item));
}

/** Behind the `&` a question mark at the beginning belongs to the first name, as in a URL. */
const parse = (text: string): URLSearchParams => new URLSearchParams(`&${text}`);

/** The parameters in a request's query string, without its body. */
export const queryParameters = (url: URL): Parameters => new Parameters(url.searchParams);

/** The query string as it was sent: a URL would spell some of its characters in another way. */
const queryOf = ({ url }: Request): string => /\?([^#]*)/.exec(url)?.[1] ?? '';

/**
 * The parameters in a request's query string and form.
 * @throws {ProtocolError} `not_a_form`, `too_long`, or `invalid_item` for a body that ends too early.
 */
export async function readParameters(request: Request): Promise<Parameters> {
  return new Parameters(queryOf(request), await readForm(request));
}

/**
 * The parameters in a request's form. Its query string doesn't count: addresses are logged, and credentials and codes must not be in them
 * (RFC 6749 §2.3.1).
 * @throws {ProtocolError} as {@link readParameters}.
 */
export async function readFormParameters(request: Request): Promise<Parameters> {
  return new Parameters(await readForm(request));
}

async function readForm(request: Request): Promise<string> {
  const body = await readRequestText(request, maxBodyLength);
  if (body === undefined)
    throw new ProtocolError(refusals.too_long, { item: 'body', value: String(maxBodyLength) });
  if (body !== '' && mediaTypeOf(request) !== formType) throw new ProtocolError(refusals.not_a_form);
  return body;
}

const formType = 'application/x-www-form-urlencoded';

/** Whether a request has a form for its body. */
export const isForm = (request: Request): boolean => mediaTypeOf(request) === formType;

/** Refuses a body that says it is something else, before it is read. @throws {ProtocolError} `not_a_form`. */
export function refuseOtherThanForm(request: Request): void {
  if (![undefined, formType].includes(mediaTypeOf(request))) throw new ProtocolError(refusals.not_a_form);
}
