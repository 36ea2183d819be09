import { readTypedForm } from '../cookies/form-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { signInPage } from '../pages/sign-in-page.tsx';
import { likelyCarriers } from '../sign-in/likely-carrier.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { type FilledForm, readForm } from '../sign-in/sign-in-form.ts';
import { toForm } from '../sign-in/to-form.ts';
import type { Transition } from '../sign-in/transition.ts';
import { askWithForm } from './ask-with-form.ts';
import { methodOf } from './method-of.ts';

export async function showSignIn(context: SignInContext): Promise<Transition> {
  const form = await readTypedForm(context, context.signIn.id);
  return { response: signInPage(context, { form, ...(await likelyCarriers(context)) }) };
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
