import { fill } from '../../../core/protocol/texts.ts';
import { Ending } from '../../../pages/ending.tsx';
import { PageLink } from '../../../pages/page-link.tsx';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { sendOnceScript } from '../pages/form-scripts.ts';
import { ChangeNumber, ReturnForm, SignInButton } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../pages/sign-in-frame.tsx';
import type { UnregisteredPhone } from '../stages/sign-in-stage.ts';
import { signInTexts } from '../texts/index.ts';
import { newWindowTextForLink, phoneAppOf } from './phone-app.ts';
import { resendOnReturnScript } from './resend-on-return.ts';

/** Maximum number of times that the page resends the request automatically in one sign-in. */
const maxResends = 3;

/**
 * Page for a confirmed number that has no app to show the request. The user can install the app and try again,
 * change the number, or return to the application.
 */
export function unregisteredPage(view: SignInContext, number: UnregisteredPhone): Response {
  const { language, signIn } = view;
  const { unregistered: text, errorTitle } = signInTexts[language];
  const { phoneNo, telcoCd, install } = number;
  const resendsAutomatically = (signIn.again ?? 0) < maxResends;
  const values = { app: phoneAppOf(view, telcoCd).name, digits: phoneNo.slice(-4) };
  const title = fill(errorTitle, { title: text.title });
  const { status } = serviceRefusals.unregistered;
  return renderSignInPage(
    {
      language,
      title,
      view,
      name: 'wait',
      ends: true,
      status,
      requestId: view.requestId,
      script: resendsAutomatically ? `${sendOnceScript}\n${resendOnReturnScript}` : sendOnceScript,
    },
    <Ending
      kind="phone"
      title={text.title}
      about={<ApplicationHeading view={view} />}
      text={fill(text.text, values)}
      more={
        resendsAutomatically && (
          <p id="returns" class="hint" hidden>
            {text.returns}
          </p>
        )
      }
      details={text.moved}
    >
      {install !== undefined && (
        <PageLink
          class="button"
          href={install}
          label={fill(text.get, values)}
          newWindow={newWindowTextForLink(view, install)}
        />
      )}
      <SignInButton
        id="again"
        view={view}
        action={formActionPaths.again}
        label={text.again}
        look={install === undefined ? 'button' : 'button-quiet'}
      />
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended />
    </Ending>,
  );
}
