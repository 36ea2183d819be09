/** Outcomes of the service's risk decision. Each outcome includes the effects of the previous one in the list. */
export const risks = ['nothing', 'typed_digits', 'no_automatic_login'] as const;
export type Risk = (typeof risks)[number];

/**
 * Method and time of the last approval, for applications that are registered for `login_facts`. A token response
 * contains these facts in addition to the members of §2.3. The user record never contains these facts. Unknown
 * facts are omitted.
 */
export interface LoginFacts {
  /**
   * Time of the phone's approval or of the passkey's signature, in seconds since 1970. For an automatic login, it's the
   * time of that browser's last full sign-in.
   */
  auth_time?: number;
  /** Authentication methods (RFC 8176). Omitted for an automatic login. */
  amr?: string[];
  /** The outcome of the risk decision: one of {@link risks}, or a value of a later release. */
  risk?: string;
}

const formats: { [Fact in keyof LoginFacts]-?: (sent: unknown) => boolean } = {
  auth_time: (sent) => Number.isSafeInteger(sent) && (sent as number) > 0,
  amr: (sent) =>
    Array.isArray(sent) && sent.length > 0 && sent.length <= maxMethods && sent.every(isShortName),
  risk: (sent) => isShortName(sent),
};
const maxMethods = 10;
const isShortName = (sent: unknown): boolean => typeof sent === 'string' && /^[\w:.-]{1,64}$/.test(sent);

/** The names of all facts. */
export const factNames = Object.keys(formats) as (keyof LoginFacts)[];

/**
 * Reads the facts among the members of an unvalidated object. @param onOdd called with the name of each malformed
 * fact, which is dropped.
 * @returns undefined if there are no valid facts.
 */
export function readLoginFacts(
  sent: Readonly<Record<string, unknown>>,
  onOdd?: (name: keyof LoginFacts) => void,
): LoginFacts | undefined {
  const known: LoginFacts = {};
  for (const name of factNames) {
    if (sent[name] === undefined || sent[name] === null) continue;
    if (formats[name](sent[name])) Object.assign(known, { [name]: sent[name] });
    else onOdd?.(name);
  }
  return Object.keys(known).length === 0 ? undefined : known;
}
