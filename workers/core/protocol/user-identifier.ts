import * as v from 'valibot';
import { formatOf } from '../../../packages/plid/protocol/user-record.ts';
import { ProtocolError } from './errors.ts';
import { readJson } from './json.ts';
import * as refusals from './refusals.ts';

/** How an operator names a person. `phoneNo` has 11 digits. */
export type UserIdentifier = { phoneNo: string } | { plid: string };

/** A request of the operator about one person. */
interface AskedPerson {
  named: UserIdentifier;
  /** Why the operator asks. The log contains it as `access_reason`. */
  reason: string | undefined;
}

/** Digits of a phone or registration number, whatever separates them. A date has 8. */
const longNumber = /(?:\p{N}[^\p{L}\p{N}]{0,3}){10}/u;

/**
 * Why an operator asks about a person. Because the log keeps it, it must not contain an address, a long number, or a character that a log or a
 * spreadsheet would interpret.
 */
export const accessReason = v.pipe(
  v.string(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,:;/#()_-]{0,99}$/u),
  v.check((text) => !longNumber.test(text)),
);

/**
 * Reads an operator's request about a person: JSON with `phoneNo` or `plid`, so that addresses contain neither. The log contains only
 * which of the two it was, and the reason.
 * @param plidFormat of this half's plids. @throws {ProtocolError} `missing_item`, `invalid_item`.
 */
export async function readUserIdentifier(
  {
    request,
    note,
  }: { request: Request; note(fields: { by: string; access_reason: string | undefined }): void },
  plidFormat: RegExp,
): Promise<AskedPerson> {
  const named = v.strictObject({
    phoneNo: v.exactOptional(v.pipe(v.string(), v.regex(formatOf('phoneNo')))),
    plid: v.exactOptional(v.pipe(v.string(), v.regex(plidFormat))),
    reason: v.exactOptional(accessReason),
  });
  const { phoneNo, plid, reason } = await readJson(request, named);
  note({ by: phoneNo === undefined ? 'plid' : 'phoneNo', access_reason: reason });
  if (phoneNo !== undefined && plid !== undefined)
    throw new ProtocolError(refusals.invalid_item, { item: 'plid' });
  if (phoneNo !== undefined) return { named: { phoneNo }, reason };
  if (plid !== undefined) return { named: { plid }, reason };
  throw new ProtocolError(refusals.missing_item, { item: 'phoneNo' });
}
