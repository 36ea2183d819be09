import { type ApprovalMethod, approvalMethods } from '../../../core/carrier/port.ts';
import { type LoginFacts, type Risk, risks } from '../../../core/protocol/login-facts.ts';

/** `review`: a store reviewer has typed their code. `passkey`: a passkey has signed. No carrier can report these methods. */
type SignInMethod = ApprovalMethod | 'review' | 'passkey';

/** Time and method of the approval, and the risk decision. */
export interface SignInFacts {
  /** In seconds since 1970. */
  approved: number;
  risk: Risk;
  /** Method of the approval. Undefined if the carrier doesn't report it. */
  method: SignInMethod | undefined;
}

/**
 * Encodes the facts for the sign-in's cookie. The time is encoded as the seconds before the sign-in's end, and the
 * other facts as numbers.
 */
export const encodeFacts = ({ approved, risk, method }: SignInFacts, expires: number): number[] => [
  expires - approved,
  risks.indexOf(risk),
  ...(method === undefined ? [] : [methodNumbers[method]]),
];

export const decodeFacts = (
  [before = 0, risk = 0, method = -1]: readonly number[],
  expires: number,
): SignInFacts => ({
  approved: expires - before,
  risk: risks[risk] ?? 'nothing',
  method: methodNames.find((name) => methodNumbers[name] === method),
});

/** The number of each method in the sign-in's cookie. A number must never be reused. */
const methodNumbers: Record<SignInMethod, number> = {
  possession: 0,
  pin: 1,
  biometric: 2,
  passkey: 8,
  review: 9,
};
const methodNames: readonly SignInMethod[] = [...approvalMethods, 'review', 'passkey'];

/**
 * The `amr` values for each approval method. `mca` means two channels, and `user` means that the user's presence
 * was verified. `pop` means that a key has signed, which without attestation may be in software or hardware. RFC 8176 has no value for an unspecified biometric method.
 */
const words: Record<SignInMethod, string[]> = {
  possession: ['mca'],
  pin: ['mca', 'pin'],
  biometric: ['mca', 'user'],
  review: ['review'],
  passkey: ['pop', 'user'],
};

/** Returns the login facts for an application. */
export const factsForApplication = ({ approved, risk, method }: SignInFacts): LoginFacts => ({
  auth_time: approved,
  ...(method && { amr: words[method] }),
  risk,
});
