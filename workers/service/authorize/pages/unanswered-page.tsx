import { fill } from '../../../core/protocol/texts.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { formActionPaths } from '../sign-in/sign-in-paths.ts';
import { formatRetryTime, signInTexts } from '../texts/index.ts';
import { sendOnceScript } from './form-scripts.ts';
import { ChangeNumber, ReturnForm, SignInButton } from './sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from './sign-in-frame.tsx';

/**
 * Page for an expired request. The user can send it again, use another number, or return to the application.
 * @param again Label of the button that sends it again, if no phone was asked.
 */
export function unansweredPage(view: SignInContext, again?: string): Response {
  const { language } = view;
  const { unanswered: text } = signInTexts[language];
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
      <SignInButton view={view} action={formActionPaths.again} label={again ?? text.again} />
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended />
    </>,
  );
}
