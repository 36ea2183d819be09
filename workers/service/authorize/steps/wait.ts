import { unansweredPage } from '../pages/unanswered.tsx';
import { waitPage } from '../pages/wait.tsx';
import { outcomeOf } from '../phone/carriers.ts';
import { countDenial } from '../phone/phone-request.ts';
import { complete } from '../sign-in/completion.ts';
import { cancel } from './cancel.ts';
import { pathOf } from './paths.ts';
import { seeOther } from './redirect.ts';
import type { Step } from './step.ts';

/** The page that waits for the phone, and goes on as soon as it has answered. */
export async function wait(step: Step): Promise<Response> {
  const { phone, id } = step.signIn;
  if (phone === undefined) return seeOther(pathOf('sign-in', id));
  const outcome = await outcomeOf(step.context, step.signIn, phone);
  switch (outcome.status) {
    case 'pending':
      return waitPage(step, phone);
    case 'expired':
      return unansweredPage(step);
    case 'denied':
      await countDenial(step.context, phone);
      return cancel(step);
    case 'approved':
      return complete(step, { phone, identity: outcome.identity });
  }
}

/** The same question for the page's script, which loads the page again once the answer is no longer `pending`. */
export async function showStatus({ context, signIn }: Step): Promise<Response> {
  const { phone } = signIn;
  if (phone === undefined) return Response.json({ status: 'unsent' });
  const { status } = await outcomeOf(context, signIn, phone);
  return Response.json({ status });
}
