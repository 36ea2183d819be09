import { fill } from '../../../core/protocol/texts.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import { startedRequestIn } from '../../shared/sign-in-stage.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { formActionPaths } from '../sign-in/sign-in-paths.ts';
import { formatRetryTime, signInTexts } from '../texts/index.ts';
import { sendOnceScript } from './form-scripts.ts';
import { ChangeNumber, ReturnForm, SignInButton } from './sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from './sign-in-frame.tsx';

/**
 * Page for an expired request. The user can send it again, use another number, or return to the application.
 */
export function unansweredPage(view: SignInContext): Response {
  const {
    language,
    signIn: { stage },
  } = view;
  const isByApp = startedRequestIn(stage) !== undefined;
  const { unanswered: text, tryAgain } = signInTexts[language];
  return renderSignInPage(
    {
      language,
      title: text.title,
      view,
      name: 'wait',
      script: sendOnceScript,
      requestId: view.requestId,
    },
    <>
      <h1>{text.title}</h1>
      <ApplicationHeading view={view} />
      <p>{fill(text.text, { time: formatRetryTime(language, phoneRequestLifetime) })}</p>
      <SignInButton view={view} action={formActionPaths.again} label={isByApp ? tryAgain : text.again} />
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended />
    </>,
  );
}
