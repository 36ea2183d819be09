import * as v from 'valibot';
import { ProtocolError } from './errors.ts';
import { readJson } from './json.ts';
import * as refusals from './refusals.ts';
import { attributePatternOf } from './user-record.ts';

/** How an operator identifies a user. `phoneNo` has 11 digits. */
export type UserIdentifier = { phoneNo: string } | { plid: string };

/** An operator's request about one user. */
interface UserRequest {
  named: UserIdentifier;
  by: 'phoneNo' | 'plid';
  /** The operator's reason. The log contains it as `access_reason`, and the access record as `reason`. */
  reason: string;
}

/** Matches the digits of a phone or registration number, with any separators. A date has only 8 digits. */
const longNumber = /(?:\p{N}[^\p{L}\p{N}]{0,3}){10}/u;

/**
 * The operator's reason for reading a user's data. Because it is logged, it must not contain an address, a long
 * number, or a character that a log or a spreadsheet would interpret.
 */
export const accessReason = v.pipe(
  v.string(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,:;/#()_-]{0,99}$/u),
  v.check((text) => !longNumber.test(text)),
);

/** @throws {ProtocolError} `invalid_item` if a reason was given that must not be recorded. */
export function readReason(reason: string | undefined): string | undefined {
  if (reason === undefined || v.is(accessReason, reason)) return reason;
  throw new ProtocolError(refusals.invalid_item, { item: 'reason' });
}

/**
 * Reads an operator's request about a user. The request is JSON with `phoneNo` or `plid`, so that URLs contain
 * neither. The log contains only the reason and which of the two identifiers was used. @param plidFormat format of
 * this service's or gateway's plids. @throws {ProtocolError} `missing_item`, `missing_reason`, or `invalid_item` if
 * the request is incomplete or invalid.
 */
export async function readUserIdentifier(
  {
    request,
    note,
  }: { request: Request; note(fields: { by: string; access_reason: string | undefined }): void },
  plidFormat: RegExp,
): Promise<UserRequest> {
  const named = v.strictObject({
    phoneNo: v.exactOptional(v.pipe(v.string(), v.regex(attributePatternOf('phoneNo')))),
    plid: v.exactOptional(v.pipe(v.string(), v.regex(plidFormat))),
    reason: v.exactOptional(accessReason),
  });
  const { phoneNo, plid, reason } = await readJson(request, named);
  const by = phoneNo === undefined ? 'plid' : 'phoneNo';
  note({ by, access_reason: reason });
  if (phoneNo !== undefined && plid !== undefined)
    throw new ProtocolError(refusals.invalid_item, { item: 'plid' });
  const user = phoneNo !== undefined ? { phoneNo } : plid !== undefined && { plid };
  if (!user) throw new ProtocolError(refusals.missing_item, { item: 'phoneNo' });
  if (reason === undefined) throw new ProtocolError(refusals.missing_reason);
  return { named: user, by, reason };
}
