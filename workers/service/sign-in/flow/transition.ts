import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { PhoneEvent } from './phone-event.ts';

/** The result of a step. `respond` (respond.ts) logs it, stores the sign-in, and answers. */
export interface Transition {
  /** A page, a redirect, or data for a page's script, without cookies. */
  response: Response;
  /** The sign-in after the step. If it's missing, this browser's cookie stays as it is. */
  signIn?: SignIn | undefined;
  /** Additional Set-Cookie values. */
  cookies?: readonly string[];
  /** ID of the sign-in whose form is deleted from this browser, unless the user chose to remember it. */
  formToDrop?: string | undefined;
  events?: readonly PhoneEvent[];
  /** The reason why the page asks the user to correct something. Programs get its JSON (§7) instead of the page. */
  refusal?: ProtocolError;
}
