import { fill } from '../../../core/protocol/texts.ts';
import { PageLink } from '../../../pages/page-link.tsx';
import { phoneRequestLifetime, pushInterval } from '../../shared/service-lifetimes.ts';
import type { CarrierRequest, PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions } from '../sign-in/sign-in-paths.ts';
import { words } from '../words/index.ts';
import { NotificationPicture } from './notification-picture.tsx';
import { windowFor } from './phone-app.ts';

/** After how many seconds of silence a page shows where to look, and help. */
const pictureAfter = 10;
export const helpAfter = 20;
/** Maximum number of times that this page offers to send the request of a sign-in again. */
const maxAgain = 2;

interface SilenceProps<Asked extends CarrierRequest> {
  view: SignInContext;
  asked: Asked;
  /** The carrier's app, in words. */
  app: string;
}

/** A phone that does not answer: where the request appears, and then what may be the matter. It stands last, so that nothing moves under a finger. */
export function NoResponseHelp({ view, asked, app }: SilenceProps<PhoneRequest>) {
  const { language, signIn } = view;
  const { install } = asked;
  const get = fill(words[language].unregistered.get, { app });
  const { silence: text, changeNumber } = words[language];
  return (
    <div class="silence">
      <div {...shownAfter(pictureAfter, view, asked)}>
        <p class="look">
          <NotificationPicture />
          <span>{fill(text.look, { app })}</span>
        </p>
      </div>
      <section aria-labelledby="help" {...shownAfter(helpAfter, view, asked)}>
        <h2 id="help">{text.heading}</h2>
        <ul>
          <li>
            {fill(text.noApp, { app })}{' '}
            {install !== undefined && (
              <PageLink class="way" href={install} label={get} newWindow={windowFor(view, install)} />
            )}
          </li>
          <li>{fill(text.muted, { app })}</li>
          <li>{fill(text.elsewhere, { change: changeNumber })}</li>
        </ul>
        {(signIn.again ?? 0) < maxAgain && (
          <div {...shownAfter(pushInterval, view, asked)}>
            <form method="post" action={actions.again} class="actions">
              <input type="hidden" name="flow" value={signIn.id} />
              <button type="submit" class="button-quiet">
                {text.again}
              </button>
            </form>
          </div>
        )}
      </section>
    </div>
  );
}

/** The same where the person begins in the app: no notification comes. */
export function NoStartHelp({ view, asked, app }: SilenceProps<CarrierRequest>) {
  const { startHeading, noApp, byNumber } = words[view.language].silence;
  return (
    <section class="silence" aria-labelledby="help" {...shownAfter(helpAfter, view, asked)}>
      <h2 id="help">{startHeading}</h2>
      <ul>
        <li>{fill(noApp, { app })}</li>
        <li>{byNumber}</li>
      </ul>
    </section>
  );
}

/** A part that the script shows once so few seconds are left, and the page itself where it is loaded later. */
const shownAfter = (seconds: number, { now }: SignInContext, { sent }: CarrierRequest) => ({
  hidden: now < sent + seconds,
  'data-left': phoneRequestLifetime - seconds,
});
