import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import { pathOf } from '../steps/paths.ts';
import { fill, sayTime, words } from '../words/index.ts';
import { ApplicationName, answerPage, ReturnForm, type View } from './frame.tsx';

/** The request on the phone has expired: try again, or leave it. */
export function unansweredPage(view: View): Response {
  const { language, signIn } = view;
  const { unanswered: text, tryAgain } = words[language];
  return answerPage(
    { language, title: text.title, view, name: 'wait' },
    <>
      <h1>{text.title}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.text, { time: sayTime(language, phoneRequestLifetime) })}</p>
      <p class="actions">
        <a class="button" href={pathOf('sign-in', signIn.id)}>
          {tryAgain}
        </a>
      </p>
      <ReturnForm view={view} quiet />
    </>,
  );
}
