import { unansweredPage, waitPage } from '../pages/wait-page.tsx';
import { outcomeOf } from '../phone/ask-carrier.ts';
import { countDenial } from '../phone/phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';
import { cancelSignIn, completeSignIn } from './end-sign-in.ts';

/** The page that waits for the phone, and goes on as soon as it has answered. */
export async function wait(context: SignInContext): Promise<Response> {
  const { phone, id } = context.signIn;
  if (phone === undefined) return seeOther(pathOf('sign-in', id));
  const outcome = await outcomeOf(context, context.signIn, phone);
  switch (outcome.status) {
    case 'pending':
      return waitPage(context, phone);
    case 'expired':
      return unansweredPage(context);
    case 'denied':
      await countDenial(context, phone);
      return cancelSignIn(context);
    case 'approved':
      return completeSignIn(context, { phone, identity: outcome.identity });
  }
}

/** The status for the page's script, which reloads the page once it is no longer `pending`. */
export async function showStatus(context: SignInContext): Promise<Response> {
  const { phone } = context.signIn;
  if (phone === undefined) return Response.json({ status: 'unsent' });
  const { status } = await outcomeOf(context, context.signIn, phone);
  return Response.json({ status });
}
