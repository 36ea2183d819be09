import { fill } from '../../../core/protocol/texts.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { formActionPaths } from '../sign-in/sign-in-paths.ts';
import { formatRetryTime, signInTexts } from '../texts/index.ts';
import { sendOnceScript } from './form-scripts.ts';
import { ApplicationHeading, ChangeNumber, ReturnForm, renderSignInPage } from './sign-in-frame.tsx';

/**
 * Page for an expired request. The user can send it again, use another number, or return to the application.
 */
export function unansweredPage(view: SignInContext, cookies: readonly string[]): Response {
  const { language, signIn } = view;
  const { unanswered: text, tryAgain } = signInTexts[language];
  return renderSignInPage(
    {
      language,
      title: text.title,
      view,
      name: 'wait',
      cookies,
      script: sendOnceScript,
      requestId: view.requestId,
    },
    <>
      <h1>{text.title}</h1>
      <ApplicationHeading view={view} />
      <p>{fill(text.text, { time: formatRetryTime(language, phoneRequestLifetime) })}</p>
      <form method="post" action={formActionPaths.again} class="actions">
        <input type="hidden" name="flow" value={signIn.id} />
        <button type="submit" class="button">
          {signIn.start === undefined ? text.again : tryAgain}
        </button>
      </form>
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended quiet />
    </>,
  );
}
