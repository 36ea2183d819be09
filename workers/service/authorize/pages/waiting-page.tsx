import { fill } from '../../../core/protocol/texts.ts';
import { PageLink } from '../../pages/page-link.tsx';
import type { PhoneRequest } from '../../shared/sign-in-values.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { words } from '../words/index.ts';
import { phoneAppOf, windowFor } from './phone-app.ts';
import { PhoneStatus, refresh } from './phone-status.tsx';
import { ApplicationName, answerPage, ChangeNumber, ReturnForm } from './sign-in-frame.tsx';
import { watchPhone } from './watch-phone.ts';

/** Shows the number to look for on the phone, until the phone has answered; most people hold that phone in their hand. */
export function waitingPage(view: SignInContext, phone: PhoneRequest): Response {
  const { language, application } = view;
  const { wait: text } = words[language];
  const app = phoneAppOf(view, phone.telcoCd);
  const link = phone.open ?? app.link;
  const { match, label } = text.entry[phone.entry ?? 'choose'];
  const values = { application: application.name, digits: phone.phoneNo.slice(-4), app: app.name };
  const title = fill(text.title, values);
  return answerPage(
    { language, title, view, name: 'wait', refresh, script: watchPhone, hasSocket: true },
    <>
      <h1>{title}</h1>
      <ApplicationName view={view} />
      {phone.slipped && (
        <div class="notice" role="status">
          <p>{text.slipped}</p>
        </div>
      )}
      <p>{fill(text.lead, values)}</p>
      <h2>{match}</h2>
      <strong class="match" role="img" aria-label={fill(label, { match: phone.match })}>
        {phone.match}
      </strong>
      <PhoneStatus view={view} asked={phone} />
      {link !== undefined && (
        <p class="actions">
          <PageLink
            class="button"
            href={link}
            label={fill(text.open, values)}
            newWindow={windowFor(view, link)}
          />
          <span class="hint">{text.memorize}</span>
        </p>
      )}
      <div class="notice">
        <p>{fill(text.warning, values)}</p>
      </div>
      <p class="hint">{fill(text.nothingCame, values)}</p>
      <ChangeNumber view={view} />
      <ReturnForm view={view} quiet />
    </>,
  );
}
