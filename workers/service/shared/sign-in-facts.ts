import { type ApprovalMethod, approvalMethods } from '../../../packages/plid/carrier/port.ts';
import { type LoginFacts, type Risk, risks } from '../../../packages/plid/protocol/login-facts.ts';

/** Time and method of the phone's approval, and the risk decision. */
export interface SignInFacts {
  /** In seconds since 1970. */
  approved: number;
  risk: Risk;
  /** Method of the approval. Undefined if the carrier doesn't report it. */
  method: ApprovalMethod | undefined;
}

/**
 * Encodes the facts for the sign-in's cookie. The time is encoded as the seconds before the sign-in's end, and the
 * other facts as indexes into the lists of values.
 */
export const encodeFacts = ({ approved, risk, method }: SignInFacts, expires: number): number[] => [
  expires - approved,
  risks.indexOf(risk),
  ...(method === undefined ? [] : [approvalMethods.indexOf(method)]),
];

export const decodeFacts = (
  [before = 0, risk = 0, method = -1]: readonly number[],
  expires: number,
): SignInFacts => ({
  approved: expires - before,
  risk: risks[risk] ?? 'nothing',
  method: approvalMethods[method],
});

/**
 * The `amr` values for each approval method. `mca` means two channels, and `user` means that the user's presence
 * was verified. RFC 8176 has no value for an unspecified biometric method.
 */
const words: Record<ApprovalMethod, string[]> = {
  possession: ['mca'],
  pin: ['mca', 'pin'],
  biometric: ['mca', 'user'],
};

/** Returns the login facts for an application. */
export const factsForApplication = ({ approved, risk, method }: SignInFacts): LoginFacts => ({
  auth_time: approved,
  ...(method && { amr: words[method] }),
  risk,
});
