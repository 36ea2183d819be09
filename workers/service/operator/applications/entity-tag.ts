import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';

/** An application's version in a header (RFC 9110 §8.8.3). */
export const entityTag = (version: number) => `"${version}"`;

/**
 * Returns the version that a change applies to (RFC 9110 §13.1.1), or undefined if `If-Match` is missing or `*`.
 * @throws {ProtocolError} `invalid_item`.
 */
export function expectedVersion({ headers }: Request): number | undefined {
  const value = headers.get('If-Match');
  if (value === null || value === '*') return undefined;
  const version = /^"([1-9]\d{0,14})"$/.exec(value)?.[1];
  if (version === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'If-Match' });
  return Number(version);
}

/** Returns a version from the query, or undefined if it is missing. @throws {ProtocolError} `invalid_item`. */
export function parseVersionParameter(parameters: Parameters, item: string): number | undefined {
  const text = parameters.optional(item);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ProtocolError(refusals.invalid_item, { item });
  return Number(text);
}
