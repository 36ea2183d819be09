import { readTypedForm } from '../cookies/form-cookie.ts';
import { type FilledForm, readForm } from '../entries/sign-in-form.ts';
import { methodOf } from '../flow/method-of.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { toForm } from '../flow/to-form.ts';
import type { Transition } from '../flow/transition.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { askWithForm } from './ask-with-form.ts';
import { likelyCarrier } from './likely-carrier.ts';
import { signInPage } from './sign-in-page.tsx';

export async function showSignIn(context: SignInContext): Promise<Transition> {
  const form = await readTypedForm(context, context.signIn);
  return { response: signInPage(context, { form, carrier: await likelyCarrier(context) }) };
}

/** Handles the submitted sign-in form. */
export async function submitSignIn(context: SignInContext): Promise<Transition> {
  const { signIn, parameters } = context;
  const chosen = { ...context, signIn: withAutomaticLogin(signIn, parameters) };
  return beginApproval(chosen, readForm(parameters));
}

/** Requests the approval with the method that takes the entries of a form. */
export const beginApproval = (context: SignInContext, form: FilledForm): Promise<Transition> =>
  askWithForm(context, form, (claim, sent) => {
    const [usual, ...others] = context.methods;
    for (const method of others) {
      const requested = method.begin?.(context, claim, sent);
      if (requested !== undefined) return requested;
    }
    return usual.begin(context, claim, sent);
  });

/**
 * Handles the button that sends another request, because the previous one was not answered, has expired, or found
 * no app. Shows the form if there is nothing to send again.
 */
export const repeatRequest = async (context: SignInContext): Promise<Transition> =>
  methodOf(context)?.repeat?.(context) ?? { ...toForm(context.signIn.id), signIn: context.signIn };
