import type { Approval } from '../sign-in/completion.ts';
import { pathOf } from '../steps/paths.ts';
import { fill, words } from '../words/index.ts';
import { ApplicationName, answerPage, ReturnForm, type View } from './frame.tsx';
import { watchPhone } from './scripts.ts';

/** How often the page loads itself again where scripts do not run, in seconds. */
const refresh = 2;

/** Shows the number to look for on the phone, until the phone has answered. */
export function waitPage(view: View, { phoneNo, match }: Approval['phone']): Response {
  const { language, application, signIn } = view;
  const { wait: text } = words[language];
  const values = { application: application.name, digits: phoneNo.slice(-4) };
  return answerPage(
    { language, title: text.title, view, name: 'wait', refresh, script: watchPhone },
    <>
      <h1>{text.title}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.lead, values)}</p>
      <h2>{text.match}</h2>
      <strong class="match">{match}</strong>
      <div class="pulse" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <p
        id="phone-status"
        role="status"
        class="lead"
        data-status={pathOf('status', signIn.id)}
        data-answered={text.answered}
      >
        {text.waiting}
      </p>
      <div class="notice">
        <p>{fill(text.warning, values)}</p>
      </div>
      <p class="actions">
        <a class="button-quiet" href={pathOf('sign-in', signIn.id)}>
          {text.nothingCame}
        </a>
      </p>
      <ReturnForm view={view} quiet />
    </>,
  );
}
