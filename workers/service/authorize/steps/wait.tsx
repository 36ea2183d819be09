import { fill } from '../../../core/protocol/texts.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest } from '../../shared/service-values.ts';
import { ApplicationName, answerPage, ReturnForm, type View } from '../pages/sign-in-frame.tsx';
import { outcomeOf } from '../phone/ask-carrier.ts';
import { countDenial, recordRequest } from '../phone/phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { keepSignIn } from '../sign-in/sign-in-cookies.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';
import { sayTime, words } from '../words/index.ts';
import { cancelSignIn, completeSignIn } from './end-sign-in.ts';

/** The page that waits for the phone, and goes on as soon as it has answered. */
export async function wait(context: SignInContext): Promise<Response> {
  const { phone, id } = context.signIn;
  if (phone === undefined) return seeOther(pathOf('sign-in', id));
  const outcome = await outcomeOf(context, context.signIn, phone);
  switch (outcome.status) {
    case 'pending':
      return waitPage(context, phone);
    case 'expired':
      return unansweredPage(context, await noteExpired(context, phone));
    case 'denied':
      await countDenial(context, phone);
      recordRequest(context, 'sign_in_denied', phone);
      return cancelSignIn(context);
    case 'approved':
      return completeSignIn(context, { phone, identity: outcome.identity });
  }
}

/** Whoever loads the page again has not let another request expire: the sign-in remembers that it was noted. @returns Set-Cookie values. */
async function noteExpired(context: SignInContext, phone: PhoneRequest): Promise<string[]> {
  if (phone.expired) return [];
  recordRequest(context, 'sign_in_expired', phone);
  return [await keepSignIn(context, { ...context.signIn, phone: { ...phone, expired: true } })];
}

/** The status for the page's script, which reloads the page once it is no longer `pending`. */
export async function showStatus(context: SignInContext): Promise<Response> {
  const { phone } = context.signIn;
  if (phone === undefined) return Response.json({ status: 'unsent' });
  const { status } = await outcomeOf(context, context.signIn, phone);
  return Response.json({ status });
}

/** How often the page loads itself again where scripts do not run, in seconds. */
const refresh = 2;

/** Shows the number to look for on the phone, until the phone has answered. */
function waitPage(view: View, { phoneNo, match }: PhoneRequest): Response {
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
function unansweredPage(view: View, cookies: readonly string[]): Response {
  const { language, signIn } = view;
  const { unanswered: text, tryAgain } = words[language];
  return answerPage(
    { language, title: text.title, view, name: 'wait', cookies },
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

/**
 * Asks for the status of the request on the phone every two seconds, and whenever the page becomes visible again. Once the
 * phone has answered it says so in the live region and reloads the page.
 */
const watchPhone = `
const region = document.getElementById('phone-status');
const { status, answered } = region.dataset;
let timer, done = false;
async function look() {
  clearTimeout(timer);
  const answer = await fetch(status, { headers: { Accept: 'application/json' } }).catch(() => undefined);
  if (done) return;
  const body = answer?.ok ? await answer.json().catch(() => ({ status: 'pending' })) : undefined;
  const failed = answer === undefined || answer.status >= 500 || answer.status === 429;
  done = body === undefined ? !failed : body.status !== 'pending';
  if (!done) timer = setTimeout(look, failed ? 5000 : 2000);
  else {
    region.textContent = answered;
    location.reload();
  }
}
timer = setTimeout(look, 2000);
document.addEventListener('visibilitychange', () => document.hidden || done || look());
`.trim();
