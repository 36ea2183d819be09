import type * as v from 'valibot';
import { checkFields, readJson } from '../../workers/core/protocol/json.ts';
import { readParameters } from '../../workers/core/protocol/parameters.ts';

/**
 * Parses the fields of a request, which a script sends as JSON and a page sends as a form. @param names the fields
 * that a form may contain. @throws {ProtocolError} `missing_item` or `invalid_item` if a field is missing or
 * invalid.
 */
export async function readFields<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  names: readonly string[],
): Promise<v.InferOutput<Schema>> {
  if (request.headers.get('Content-Type')?.startsWith('application/json')) return readJson(request, schema);
  const parameters = await readParameters(request);
  const sent = names
    .map((name) => [name, parameters.optional(name)])
    .filter(([, value]) => value !== undefined);
  return checkFields(Object.fromEntries(sent), schema);
}
