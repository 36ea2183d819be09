import { fill } from '../../../core/protocol/texts.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest } from '../../shared/service-values.ts';
import { pathOf } from '../sign-in/sign-in-redirects.ts';
import { sayTime, words } from '../words/index.ts';
import { ApplicationName, answerPage, ReturnForm, type View } from './sign-in-frame.tsx';
import { watchPhone } from './sign-in-scripts.ts';

/** How often the page loads itself again where scripts do not run, in seconds. */
const refresh = 2;

/** Shows the number to look for on the phone, until the phone has answered. */
export function waitPage(view: View, { phoneNo, match }: PhoneRequest): Response {
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
