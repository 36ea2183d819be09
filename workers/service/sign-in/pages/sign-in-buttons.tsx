import { ButtonLink, type ButtonLook, PostButton, type PostButtonProps } from '../../../pages/button.tsx';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths, signInPagePath } from '../flow/sign-in-paths.ts';
import { returnLabel, signInTexts } from '../texts/index.ts';

interface ReturnFormProps {
  view: View;
  /**
   * Whether the sign-in has ended. If so, the button returns to the application instead of cancelling the sign-in.
   */
  ended?: boolean;
  /** Default: `way`. */
  look?: ButtonLook;
  isInRow?: boolean;
}

/** Button that returns to the application, on every page of a sign-in. */
export function ReturnForm({ view, ended, look = 'way', isInRow = false }: ReturnFormProps) {
  const label = ended ? returnLabel(view.language, view.application.name) : signInTexts[view.language].cancel;
  return <SignInButton view={view} action={formActionPaths.cancel} {...{ label, look, isInRow }} />;
}

type SignInButtonProps = Omit<PostButtonProps, 'fields'> & { view: View };

/** Button that posts only the sign-in's ID. */
export const SignInButton = ({ view, ...button }: SignInButtonProps) => (
  <PostButton {...button} fields={[['flow', view.signIn.id]]} />
);

/** Link to the form. */
export const ToForm = ({ view: { signIn }, label }: { view: View; label: string }) => (
  <p class="actions">
    <ButtonLink look="button-quiet" href={signInPagePath('sign-in', signIn.id)} label={label} />
  </p>
);

/** Link to the form for another phone number. */
export const ChangeNumber = ({ view }: { view: View }) => (
  <ToForm view={view} label={signInTexts[view.language].changeNumber} />
);
