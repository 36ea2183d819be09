import { type ApprovalMethod, approvalMethods } from '../../../packages/plid/carrier/port.ts';
import { type LoginFacts, type Risk, risks } from '../../../packages/plid/protocol/login-facts.ts';

/** When and how a phone has approved a sign-in, and the risk decision. */
export interface SignInFacts {
  /** In seconds since 1970. */
  approved: number;
  risk: Risk;
  /** Undefined where the carrier does not say it. */
  method: ApprovalMethod | undefined;
}

/** As the sign-in's cookie spells them, in little room: seconds before the end of the sign-in, and places in the lists of words. */
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

/** `mca`: two channels. RFC 8176 has no word for just any biometric; `user` is the one for a person who was shown to be there. */
const words: Record<ApprovalMethod, string[]> = {
  possession: ['mca'],
  pin: ['mca', 'pin'],
  biometric: ['mca', 'user'],
};

/** The facts as an application reads them. */
export const factsForApplication = ({ approved, risk, method }: SignInFacts): LoginFacts => ({
  auth_time: approved,
  ...(method && { amr: words[method] }),
  risk,
});
