import { signInTexts } from '../texts/index.ts';
import { ApplicationName, ByNumber, ReturnForm, renderSignInPage, type View } from './sign-in-frame.tsx';

/**
 * Page for a sign-in that was approved in an app opened by a link, if the app hasn't returned to this browser. The
 * sign-in continues in the other tab.
 */
export function continueInOtherTabPage(view: View): Response {
  const { language } = view;
  const { elsewhere: text } = signInTexts[language];
  return renderSignInPage(
    { language, title: text.title, view, name: 'wait' },
    <>
      <h1>{text.title}</h1>
      <ApplicationName view={view} />
      <p>{text.text}</p>
      <p>{text.otherBrowser}</p>
      <ByNumber view={view} />
      <ReturnForm view={view} quiet />
    </>,
  );
}
