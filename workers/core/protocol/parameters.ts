import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';
import { mediaTypeOf, readRequestText } from './request-text.ts';

/** The maximum length of a form body, in bytes. */
export const maxBodyLength = 64 * 1024;

/** Marks a parameter that is repeated, or that has different values in the query and the form. */
const ambiguous = Symbol('ambiguous');

/** Several parameters of a request, combined into one value. */
export interface ParsedParameters<Item extends string> {
  /** The decoded values, without parameters that are missing, empty, or repeated. */
  readonly values: Readonly<Partial<Record<Item, string>>>;
  /** The names of the repeated parameters. */
  readonly repeated: readonly Item[];
  /**
   * The parameter `state` in its original percent-encoding, or an empty string if it's missing, empty, or
   * repeated.
   */
  readonly state: string;
}

/** The parameters of a request from its query and, for a POST, its form (§4.2 allows both). */
export class Parameters {
  readonly #texts: readonly string[];
  readonly #sources: readonly URLSearchParams[];

  /** @param sources query strings and forms in their original encoding. */
  constructor(...sources: readonly (string | URLSearchParams)[]) {
    this.#texts = sources.map(String).filter(Boolean);
    this.#sources = this.#texts.map(parse);
  }

  /**
   * Returns a parameter's value, or undefined if the parameter is missing or empty (RFC 6749 §3.1). @throws
   * {ProtocolError} `invalid_item` if the parameter is repeated, or if query and form differ.
   */
  optional(item: string): string | undefined {
    const found = this.#find(item);
    if (found === ambiguous) throw new ProtocolError(refusals.invalid_item, { item });
    return found;
  }

  #find(item: string): string | typeof ambiguous | undefined {
    let found: string | undefined;
    for (const source of this.#sources) {
      const given = source.getAll(item);
      const value = given[0] || found;
      if (given.length > 1 || (found !== undefined && value !== found)) return ambiguous;
      found = value;
    }
    return found;
  }

  /**
   * Returns the values of several parameters, by name. @throws {ProtocolError} in the same cases as `optional`.
   */
  several<Item extends string>(items: readonly Item[]): Partial<Record<Item, string>> {
    const given = items.map((item) => [item, this.optional(item)]).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as Partial<Record<Item, string>>;
  }

  /**
   * Returns a parameter's value. @throws {ProtocolError} `missing_item` if the parameter is missing, or
   * `invalid_item` if it's repeated.
   */
  required(item: string): string {
    const value = this.optional(item);
    if (value === undefined) throw new ProtocolError(refusals.missing_item, { item });
    return value;
  }

  /**
   * Parses several parameters into one value. It rejects nothing, because the caller decides the order of errors.
   */
  parse<Item extends string>(items: readonly Item[]): ParsedParameters<Item> {
    const given = items.map((item) => [item, this.#find(item)] as const);
    const values = given.filter(([, value]) => typeof value === 'string');
    return {
      values: Object.fromEntries(values) as Partial<Record<Item, string>>,
      repeated: given.filter(([, value]) => value === ambiguous).map(([item]) => item),
      state: this.#find('state') === ambiguous ? '' : this.#spellingOf('state'),
    };
  }

  /** Returns all parameters as names and values, without duplicates, for a form that sends them again. */
  entries(): [name: string, value: string][] {
    const pairs = this.#sources.flatMap((source) => [...source]).filter(([name]) => name !== '');
    return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
  }

  /** Returns all parameters as one query, in their original encoding. */
  asSentWhole(): string {
    return this.#texts.join('&');
  }

  /**
   * Returns a parameter in its original percent-encoding, because decoding and encoding would change its bytes.
   * Returns an empty string if the parameter is missing or empty. Characters that a Location header can't contain,
   * or that would start a fragment, are percent-encoded. @throws {ProtocolError} in the same cases as `optional`.
   */
  asSent(item: string): string {
    this.optional(item);
    return this.#spellingOf(item);
  }

  #spellingOf(item: string): string {
    const pairs = this.#texts.flatMap((text) => text.split('&'));
    const pair = pairs.find((candidate) => hasValue(candidate, item)) ?? '';
    return pair.slice(pair.indexOf('=') + 1).replaceAll(/[^!-~]|#/gu, encodeURIComponent);
  }
}

/**
 * Whether a query pair has a value for a parameter. Names are rarely percent-encoded, so the plain name is checked
 * first.
 */
function hasValue(pair: string, item: string): boolean {
  if (pair.startsWith(`${item}=`)) return pair.length > item.length + 1;
  return /^[^=]*%/.test(pair) && Boolean(parse(pair).get(item));
}

/**
 * Parses parameters. The added `&` prevents the parser from dropping a leading question mark. Such a question mark
 * is part of the first name, as in a URL.
 */
const parse = (text: string): URLSearchParams => new URLSearchParams(`&${text}`);

/** The parameters in a request's query string, without its body. */
export const queryParameters = (url: URL): Parameters => new Parameters(url.searchParams);

/** Returns the query string in its original encoding, because a parsed URL encodes some characters differently. */
const queryOf = ({ url }: Request): string => /\?([^#]*)/.exec(url)?.[1] ?? '';

/**
 * Reads the parameters from a request's query string and form. @throws {ProtocolError} `not_a_form` if the body
 * isn't a form, `too_long` if it's too long, or `invalid_item` if it's truncated.
 */
export async function readParameters(request: Request): Promise<Parameters> {
  return new Parameters(queryOf(request), await readForm(request));
}

/**
 * Reads the parameters from a request's form. The query string is ignored, because URLs are logged and must not
 * contain credentials or codes (RFC 6749 §2.3.1). @throws {ProtocolError} in the same cases as
 * {@link readParameters}.
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

/** Whether a request's body is a form. */
export const isForm = (request: Request): boolean => mediaTypeOf(request) === formType;

/**
 * Rejects a body of a type other than a form before the body is read. A request without a Content-Type passes.
 * @throws {ProtocolError} `not_a_form` if the body has another type.
 */
export function requireFormContentType(request: Request): void {
  if (![undefined, formType].includes(mediaTypeOf(request))) throw new ProtocolError(refusals.not_a_form);
}
