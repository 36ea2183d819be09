import { attributeWords } from '../../../core/protocol/attribute-words.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { actions } from '../sign-in/sign-in-redirects.ts';
import { words } from '../words/index.ts';
import { AutomaticLoginChoice } from './automatic-login-choice.tsx';
import { ApplicationName, answerPage, ReturnForm, type View } from './sign-in-frame.tsx';
import { sendOnce } from './sign-in-scripts.ts';

/** Asks, the first time that a person meets an application, whether it may have what it registered for. */
export function consentPage(view: View): Response {
  const { language, application, signIn } = view;
  const { consent: text } = words[language];
  const values = { application: application.name };
  return answerPage(
    { language, title: fill(text.title, values), view, name: 'consent', script: sendOnce },
    <>
      <h1>{fill(text.title, values)}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.lead, values)}</p>
      <AttributeList view={view} />
      <form method="post" action={actions.consent}>
        <input type="hidden" name="flow" value={signIn.id} />
        <AutomaticLoginChoice view={view} full />
        <div class="actions">
          <button type="submit" class="button">
            {text.agree}
          </button>
        </div>
      </form>
      <ReturnForm view={view} quiet />
      <p class="hint">{fill(text.once, values)}</p>
    </>,
  );
}

function AttributeList({ view: { language, application, signIn } }: { view: View }) {
  const { consent } = words[language];
  return (
    <ul class="attributes">
      {signIn.asked.map((attribute) => (
        <li key={attribute}>
          <strong>{attributeWords[language][attribute].name}</strong>
          <span>{attributeWords[language][attribute].about}</span>
        </li>
      ))}
      <li>
        <strong>{consent.plid}</strong>
        <span>{fill(consent.plidHint, { application: application.name })}</span>
      </li>
    </ul>
  );
}
