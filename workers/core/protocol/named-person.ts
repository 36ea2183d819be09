import * as v from 'valibot';
import { formatOf } from '../../../packages/plid/protocol/user-record.ts';
import { ProtocolError } from './errors.ts';
import { readJson } from './json.ts';
import * as refusals from './refusals.ts';

/** How an operator names a person. `phoneNo` has 11 digits. */
export type NamedPerson = { phoneNo: string } | { plid: string };

/**
 * Whom a request of the operator is about: JSON with `phoneNo` or `plid`, so that neither stands in an address. The log says
 * which of the two it was, and not more.
 * @param plidFormat of this half's plids. @throws {ProtocolError} `missing_item`, `invalid_item`.
 */
export async function readNamedPerson(
  { request, note }: { request: Request; note(fields: { by: string }): void },
  plidFormat: RegExp,
): Promise<NamedPerson> {
  const named = v.strictObject({
    phoneNo: v.exactOptional(v.pipe(v.string(), v.regex(formatOf('phoneNo')))),
    plid: v.exactOptional(v.pipe(v.string(), v.regex(plidFormat))),
  });
  const { phoneNo, plid } = await readJson(request, named);
  note({ by: phoneNo === undefined ? 'plid' : 'phoneNo' });
  if (phoneNo !== undefined && plid !== undefined)
    throw new ProtocolError(refusals.invalid_item, { item: 'plid' });
  if (phoneNo !== undefined) return { phoneNo };
  if (plid !== undefined) return { plid };
  throw new ProtocolError(refusals.missing_item, { item: 'phoneNo' });
}
