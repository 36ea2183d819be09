import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { readText } from './read-text.ts';

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
