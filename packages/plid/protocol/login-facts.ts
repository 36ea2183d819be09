/** The outcomes of the service's risk decision; each includes the one before. */
export const risks = ['nothing', 'typed_digits', 'no_automatic_login'] as const;
export type Risk = (typeof risks)[number];

/**
 * How and when a person was last asked, for applications that are registered to hear it (`login_facts`): members of the token answer beside those of
 * §2.3, and never of the user record. Each is absent where the service does not say.
 */
export interface LoginFacts {
  /** When the phone approved, in seconds since 1970; for an automatic login, the last full sign-in of that browser. */
  auth_time?: number;
  /** How, in the words of RFC 8176. Absent for an automatic login. */
  amr?: string[];
  /** The outcome of the risk decision: one of {@link risks}, or a word of a later release. */
  risk?: string;
}

const formats: { [Fact in keyof LoginFacts]-?: (sent: unknown) => boolean } = {
  auth_time: (sent) => Number.isSafeInteger(sent) && (sent as number) > 0,
  amr: (sent) => Array.isArray(sent) && sent.length > 0 && sent.length <= maxMethods && sent.every(isWord),
  risk: (sent) => isWord(sent),
};
const maxMethods = 10;
const isWord = (sent: unknown): boolean => typeof sent === 'string' && /^[\w:.-]{1,64}$/.test(sent);

/** The names of all facts. */
export const factNames = Object.keys(formats) as (keyof LoginFacts)[];

/**
 * The facts among the members of an object from outside.
 * @param onOdd called with the name of each that is there and not as described: it is left out.
 * @returns undefined where there is none.
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
