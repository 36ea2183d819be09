import { Failure } from '../../tools/terminal/failure.ts';
import { type Finding, outageAdvice } from './public-endpoints.ts';
import { explainConnection } from './worker-requests.ts';

/**
 * Runs one check. If the check can't run, its only finding is the reason, so that the findings of other checks are
 * still shown. @param about the name of the check, as worded in that finding.
 */
export async function runCheck(about: string, question: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await question();
  } catch (failure) {
    return [unanswered(about, failure)];
  }
}

function unanswered(about: string, failure: unknown): Finding {
  if (!(failure instanceof Failure)) {
    const { fault, advice } = explainConnection(failure);
    return { level: 'fault', what: `${about}: ${fault}`, advice };
  }
  const { message, status } = failure;
  if (status === undefined) return { level: 'fault', what: `${about}: ${message}` };
  const what = `${about}: responded with ${status}: ${message}`;
  return { level: 'fault', what, ...(status === 503 && { advice: outageAdvice }) };
}
