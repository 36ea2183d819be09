import { seeOther, signInPagePath } from './sign-in-paths.ts';
import type { Transition } from './transition.ts';

/** Returns the redirect to the form of a sign-in. @param id ID of the sign-in. */
export const toForm = (id: string): Pick<Transition, 'response'> => ({
  response: seeOther(signInPagePath('sign-in', id)),
});
