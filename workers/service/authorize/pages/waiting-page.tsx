import { fill } from '../../../core/protocol/texts.ts';
import { sayClock } from '../../pages/korea-time.ts';
import { PageLink } from '../../pages/page-link.tsx';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest } from '../../shared/sign-in-values.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf } from '../sign-in/sign-in-paths.ts';
import { words } from '../words/index.ts';
import { phoneAppOf, windowFor } from './phone-app.ts';
import { ApplicationName, answerPage, ChangeNumber, ReturnForm } from './sign-in-frame.tsx';
import { watchPhone } from './watch-phone.ts';

/** How often the page loads itself again where scripts do not run, in seconds. */
const refresh = 15;

/** Shows the number to look for on the phone, until the phone has answered; most people hold that phone in their hand. */
export function waitingPage(view: SignInContext, phone: PhoneRequest): Response {
  const { language, application, signIn } = view;
  const { wait: text } = words[language];
  const app = phoneAppOf(view, phone.telcoCd);
  const link = phone.open ?? app.link;
  const { match, label } = text.entry[phone.entry ?? 'choose'];
  const values = { application: application.name, digits: phone.phoneNo.slice(-4), app: app.name };
  const title = fill(text.title, values);
  const watched = {
    'data-page': pathOf('wait', signIn.id),
    'data-status': pathOf('status', signIn.id),
    'data-socket': phone.calls && pathOf('waiting', signIn.id),
    'data-answered': text.answered,
    'data-offline': text.offline,
  };
  return answerPage(
    { language, title, view, name: 'wait', refresh, script: watchPhone, hasSocket: true },
    <>
      <h1>{title}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.lead, values)}</p>
      <h2>{match}</h2>
      <strong class="match" role="img" aria-label={fill(label, { match: phone.match })}>
        {phone.match}
      </strong>
      <TimeLeft view={view} phone={phone} />
      <p id="phone-status" role="status" {...watched}>
        {text.waiting}
      </p>
      <noscript>
        <p class="actions">
          <a class="button-quiet" href={pathOf('wait', signIn.id)}>
            {text.check}
          </a>
        </p>
      </noscript>
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

/** The time until which the phone can answer; the script turns it into the time that is left. */
function TimeLeft({ view: { language, now }, phone }: { view: SignInContext; phone: PhoneRequest }) {
  const { until, left } = words[language].wait;
  const ends = phone.sent + phoneRequestLifetime;
  return (
    <p id="time-left" role="timer" data-seconds={ends - now} data-left={left}>
      {fill(until, { time: sayClock(language, ends) })}
    </p>
  );
}
