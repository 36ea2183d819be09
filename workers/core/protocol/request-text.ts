import { readText } from '../../../packages/plid/http/read-text.ts';
import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** The type of a body in lower case, without its parameters: `application/json`; undefined where the request names none. */
export const mediaTypeOf = ({ headers }: Request): string | undefined =>
  headers.get('Content-Type')?.replace(/;.*/, '').trim().toLowerCase();

/**
 * Reads the body of a request, but never more than a limit.
 * @param limit in bytes. @returns undefined where the body is longer.
 * @throws {ProtocolError} `invalid_item` for `body` where the request ends before its Content-Length.
 */
export async function readRequestText(request: Request, limit: number): Promise<string | undefined> {
  try {
    return await readText(request, limit);
  } catch (cause) {
    throw new ProtocolError(refusals.invalid_item, { item: 'body', cause });
  }
}
