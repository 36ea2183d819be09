import { fill } from '../../../core/protocol/texts.ts';
import { PageLink } from '../../pages/page-link.tsx';
import type { PhoneApp } from '../../shared/operator-settings.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest } from '../../shared/service-values.ts';
import { callerAt } from '../cookies/numbers-cookie.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import { sendOnce } from '../pages/form-scripts.ts';
import { ApplicationName, answerPage, newWindowOf, ReturnForm, type View } from '../pages/sign-in-frame.tsx';
import { outcomeOf } from '../phone/ask-carrier.ts';
import { countDenial, recordRequest } from '../phone/phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions, pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { sayClock, sayTime, words } from '../words/index.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { completeSignIn } from './end-sign-in.ts';

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
      return cancelSignIn(context, await denialOf(context, phone, outcome.wrongNumber === true));
    case 'approved':
      return completeSignIn(context, { phone, identity: outcome.identity });
  }
}

/**
 * What the application hears of a denial. A browser that never signed in with the number may be a relay's: whether its victim has refused,
 * or only tapped another number, would tell it what to say next.
 */
async function denialOf(
  context: SignInContext,
  { phoneNo }: PhoneRequest,
  isWrongNumber: boolean,
): Promise<'denied' | 'wrong_number'> {
  const isKnown = isWrongNumber && (await callerAt(context, phoneNo)).known;
  return isKnown ? 'wrong_number' : 'denied';
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

/** Shows the number to look for on the phone, until the phone has answered; most people hold that phone in their hand. */
function waitPage(view: SignInContext, phone: PhoneRequest): Response {
  const { language, application, signIn } = view;
  const { wait: text } = words[language];
  const app = appOf(view, phone);
  const values = { application: application.name, digits: phone.phoneNo.slice(-4), app: app.name };
  const title = fill(text.title, values);
  const watched = { 'data-status': pathOf('status', signIn.id), 'data-answered': text.answered };
  return answerPage(
    { language, title, view, name: 'wait', refresh, script: watchPhone },
    <>
      <h1>{title}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.lead, values)}</p>
      <h2>{text.match}</h2>
      <strong class="match" role="img" aria-label={fill(text.matchLabel, { match: phone.match })}>
        {phone.match}
      </strong>
      <TimeLeft view={view} phone={phone} />
      <p id="phone-status" role="status" {...watched}>
        {text.waiting}
      </p>
      {app.link !== undefined && (
        <p class="actions">
          <PageLink
            class="button"
            href={app.link}
            label={fill(text.open, values)}
            newWindow={newWindowOf(view)}
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

/** The app that shows the request, as the operator's settings name it. A WebView opens no other app. */
function appOf({ env, language, signIn }: SignInContext, { telcoCd }: PhoneRequest): PhoneApp {
  const { anyApp, app } = words[language].wait;
  const known = telcoCd && env[`PHONE_APP_${telcoCd}`];
  if (known === undefined) return { name: anyApp };
  const { name, link } = known;
  return { name: fill(app, { name }), link: signIn.isHybrid ? undefined : link };
}

/** Until when the phone can answer; the script makes of it how long. */
function TimeLeft({ view: { language, now }, phone }: { view: SignInContext; phone: PhoneRequest }) {
  const { until, left } = words[language].wait;
  const ends = phone.sent + phoneRequestLifetime;
  return (
    <p id="time-left" role="timer" data-seconds={ends - now} data-left={left}>
      {fill(until, { time: sayClock(language, ends) })}
    </p>
  );
}

const ChangeNumber = ({ view: { signIn, language } }: { view: View }) => (
  <p class="actions">
    <a class="button-quiet" href={pathOf('sign-in', signIn.id)}>
      {words[language].changeNumber}
    </a>
  </p>
);

/** The request on the phone has expired: send it again, to another number, or leave it. */
function unansweredPage(view: View, cookies: readonly string[]): Response {
  const { language, signIn } = view;
  const { unanswered: text } = words[language];
  return answerPage(
    { language, title: text.title, view, name: 'wait', cookies, script: sendOnce },
    <>
      <h1>{text.title}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.text, { time: sayTime(language, phoneRequestLifetime) })}</p>
      <form method="post" action={actions.again} class="actions">
        <input type="hidden" name="flow" value={signIn.id} />
        <button type="submit" class="button">
          {text.again}
        </button>
      </form>
      <ChangeNumber view={view} />
      <ReturnForm view={view} ended quiet />
    </>,
  );
}

/**
 * Asks for the status of the request on the phone every two seconds, and whenever the page becomes visible again; a network that
 * swallows a question is asked again after ten seconds. Once the
 * phone has answered it says so in the live region and reloads the page. It also counts the seconds that are left.
 */
const watchPhone = `
const region = document.getElementById('phone-status');
const { status, answered } = region.dataset;
const timeLeft = document.getElementById('time-left');
const ends = Date.now() + timeLeft.dataset.seconds * 1000;
let timer, done = false;
async function look() {
  clearTimeout(timer);
  const slow = new AbortController();
  const giveUp = setTimeout(() => slow.abort(), 10000);
  const asked = fetch(status, { headers: { Accept: 'application/json' }, signal: slow.signal });
  const answer = await asked.catch(() => undefined);
  clearTimeout(giveUp);
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
function count() {
  const seconds = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
  const time = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  timeLeft.textContent = timeLeft.dataset.left.replace('{time}', time);
}
count();
setInterval(count, 1000);
timer = setTimeout(look, 2000);
document.addEventListener('visibilitychange', () => document.hidden || done || look());
`.trim();
