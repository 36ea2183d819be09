import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Parameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

interface AutomaticLoginBoxProps {
  choice: SignIn['automaticLogin'];
  label: string;
  /** IDs of the elements that describe the checkbox. */
  hints: string;
}

/**
 * Checkbox that offers automatic login on this device, with the choice made earlier in this sign-in. Omitted if
 * the application requires a full sign-in.
 */
export function AutomaticLoginBox({ choice, label, hints }: AutomaticLoginBoxProps) {
  return choice === undefined ? null : (
    <label class="check">
      <input
        type="checkbox"
        name="autoLogin"
        value="Y"
        checked={choice === 'chosen'}
        aria-describedby={hints}
      />
      {label}
    </label>
  );
}

/**
 * Reads the checkbox of a page.
 * @returns `N` if the checkbox isn't selected. @throws {ProtocolError} `invalid_item` if the value is neither `Y`
 * nor `N`, or is repeated.
 */
export function readAutomaticLoginChoice(parameters: Parameters): YesNo {
  const autoLogin = parameters.optional('autoLogin') ?? 'N';
  if (autoLogin !== 'Y' && autoLogin !== 'N')
    throw new ProtocolError(refusals.invalid_item, { item: 'autoLogin' });
  return autoLogin;
}

/**
 * Returns the sign-in with the form's automatic login choice. The choice is ignored if the page didn't offer the
 * checkbox.
 */
export function withAutomaticLogin(signIn: SignIn, parameters: Parameters): SignIn {
  const isChosen = readAutomaticLoginChoice(parameters) === 'Y';
  if (signIn.automaticLogin === undefined) return signIn;
  return { ...signIn, automaticLogin: isChosen ? 'chosen' : 'offered' };
}
