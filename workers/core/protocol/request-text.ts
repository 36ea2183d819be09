import { readMediaType } from '../http/media-type.ts';
import { readText } from '../http/read-text.ts';
import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/**
 * Returns the media type of a body in lower case, without its parameters, such as `application/json`.
 * @returns undefined if the request has no media type.
 */
export const mediaTypeOf = ({ headers }: Request): string | undefined =>
  readMediaType(headers.get('Content-Type'));

/**
 * Reads the body of a request up to a limit.
 * @param limit in bytes. @returns undefined if the body is longer.
 * @throws {ProtocolError} `invalid_item` for `body` if the request ends before its Content-Length.
 */
export async function readRequestText(request: Request, limit: number): Promise<string | undefined> {
  try {
    return await readText(request, limit);
  } catch (cause) {
    throw new ProtocolError(refusals.invalid_item, { item: 'body', cause });
  }
}
