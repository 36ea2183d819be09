import { fill } from '../../../core/protocol/texts.ts';
import { Ending } from '../../../pages/ending.tsx';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { sendOnceScript } from '../pages/form-scripts.ts';
import { ChangeNumber, ReturnForm, SignInButton } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../pages/sign-in-frame.tsx';
import { formatRetryTime, signInTexts } from '../texts/index.ts';

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
      ends: true,
      script: sendOnceScript,
      requestId: view.requestId,
    },
    <Ending
      kind="expired"
      title={text.title}
      about={<ApplicationHeading view={view} />}
      text={fill(text.text, { time: formatRetryTime(language, phoneRequestLifetime) })}
    >
      <SignInButton view={view} action={formActionPaths.again} label={again ?? text.again} />
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended />
    </Ending>,
  );
}
