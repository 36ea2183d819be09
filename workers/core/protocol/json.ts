import * as v from 'valibot';
import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';
import { mediaTypeOf, readRequestText } from './request-text.ts';

/** The maximum length of a JSON body, in bytes. */
const maxBodyLength = 64 * 1024;

/**
 * Reads a request's JSON body. @throws {ProtocolError} `missing_item` or `invalid_item` with the name of the first
 * invalid field (`redirect_uris.1`). The name is `body` if the body is too long or invalid JSON.
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  requireJson(request);
  const text = await readRequestText(request, maxBodyLength);
  return checkFields(parse(text ?? ''), schema);
}

/**
 * Rejects a request whose body isn't JSON before the body is read. @throws {ProtocolError} `invalid_item` for
 * `Content-Type` if the body isn't JSON.
 */
export function requireJson(request: Request): void {
  if (mediaTypeOf(request) !== 'application/json')
    throw new ProtocolError(refusals.invalid_item, { item: 'Content-Type' });
}

/**
 * Validates the fields of a request against a schema. @throws {ProtocolError} `missing_item` or `invalid_item`
 * with the name of the first invalid field.
 */
export function checkFields<Schema extends v.GenericSchema>(
  fields: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, fields);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const item = v.getDotPath(issue) ?? 'body';
  throw new ProtocolError(issue.received === 'undefined' ? refusals.missing_item : refusals.invalid_item, {
    item,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError(refusals.invalid_item, { item: 'body' });
  }
}
