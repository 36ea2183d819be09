import { words } from '../words/index.ts';
import { ApplicationName, answerPage, ByNumber, ReturnForm, type View } from './sign-in-frame.tsx';

/** The person has approved in the app that a link has opened, and the app has not led back here: the page in the other tab goes on. */
export function continueInOtherTabPage(view: View): Response {
  const { language } = view;
  const { elsewhere: text } = words[language];
  return answerPage(
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
