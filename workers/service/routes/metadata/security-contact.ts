import * as v from 'valibot';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';

/** The contact for vulnerability reports (RFC 9116) and its expiry. */
interface SecurityContact {
  contact: string;
  /** The last day on which the contact is valid, such as `2027-06-30`. */
  expires: string;
}

const advice =
  'needs an address and the last day on which the address is valid, such as mailto:security@example.com, 2027-06-30 (or an https address)';
const format = /^(?<contact>mailto:[^\s@,]+@[^\s@,]+|https:\/\/[^\s,]+), *(?<expires>\d{4}-\d\d-\d\d)$/;

/**
 * The setting `SECURITY_CONTACT`. A date in the past is accepted, because an expired contact must not stop a
 * worker.
 */
export const securityContactSetting = v.optional(
  v.pipe(
    v.string(advice),
    v.check((text) => {
      const { contact = '', expires = '' } = format.exec(text)?.groups ?? {};
      return URL.canParse(contact) && new Date(expires).toISOString().startsWith(expires);
    }, advice),
    v.transform((text): SecurityContact => {
      const { contact = '', expires = '' } = format.exec(text)?.groups ?? {};
      return { contact, expires };
    }),
  ),
);

interface SecurityContext {
  env: { BASE_URL: string; SECURITY_CONTACT?: SecurityContact | undefined };
  now: number;
}

/**
 * Returns `security.txt` (RFC 9116). @throws {ProtocolError} `not_found` if the setting is missing or its date has
 * passed, because an outdated contact is worse than none.
 */
export function showSecurityContact({ env: { BASE_URL, SECURITY_CONTACT }, now }: SecurityContext): Response {
  const { contact, expires } = SECURITY_CONTACT ?? {};
  const end = `${expires}T23:59:59Z`;
  if (contact === undefined || now * 1000 > Date.parse(end)) throw new ProtocolError(refusals.not_found);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${end}`,
    'Preferred-Languages: ko, en',
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
