import { fill } from '../../../core/protocol/texts.ts';
import { PageLink } from '../../../pages/page-link.tsx';
import { phoneRequestLifetime, pushInterval } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { SignInButton } from '../pages/sign-in-buttons.tsx';
import type { CarrierRequest, PhoneRequest } from '../stages/sign-in-stage.ts';
import { signInTexts } from '../texts/index.ts';
import { newWindowTextForLink } from './phone-app.ts';

/**
 * Time without a response from the phone after which the page shows more information, in seconds. After
 * `pictureAfter`, the page shows where the request appears on the phone. After `helpAfter`, the page shows help.
 */
const pictureAfter = 10;
export const helpAfter = 20;
/** Maximum number of times that the waiting page offers to resend the request in one sign-in. */
const maxAgain = 2;

interface SilenceProps<Asked extends CarrierRequest> {
  view: SignInContext;
  asked: Asked;
  /** Name of the carrier's app. */
  app: string;
}

/**
 * Help for a phone that doesn't respond: first where the request appears, then possible causes. The help comes
 * last on the page, so that no button moves while the user taps.
 */
export function NoResponseHelp({ view, asked, app }: SilenceProps<PhoneRequest>) {
  const { language, signIn } = view;
  const { install } = asked;
  const get = fill(signInTexts[language].unregistered.get, { app });
  const { silence: text, changeNumber } = signInTexts[language];
  return (
    <div class="silence">
      <div {...showAfter(pictureAfter, view, asked)}>
        <p class="look">
          <NotificationPicture />
          <span>{fill(text.look, { app })}</span>
        </p>
      </div>
      <section aria-labelledby="help" {...showAfter(helpAfter, view, asked)}>
        <h2 id="help">{text.heading}</h2>
        <ul>
          <li>
            {fill(text.noApp, { app })}{' '}
            {install !== undefined && (
              <PageLink href={install} label={get} newWindow={newWindowTextForLink(view, install)} />
            )}
          </li>
          <li>{fill(text.muted, { app })}</li>
          <li>{fill(text.elsewhere, { change: changeNumber })}</li>
        </ul>
        {(signIn.again ?? 0) < maxAgain && (
          <div {...showAfter(pushInterval, view, asked)}>
            <SignInButton view={view} action={formActionPaths.again} label={text.again} look="button-quiet" />
          </div>
        )}
      </section>
    </div>
  );
}

/**
 * Returns the HTML attributes for a part of the page that the script shows after some seconds. If the page is
 * loaded after that time, it shows the part immediately.
 */
export const showAfter = (seconds: number, { now }: SignInContext, { sent }: CarrierRequest) => ({
  hidden: now < sent + seconds,
  'data-left': phoneRequestLifetime - seconds,
});

/**
 * Picture of a phone's top edge with an app's notification, which shows where a request appears. The explanation
 * is next to the picture, and the picture's colors are in waiting-style.ts.
 */
const NotificationPicture = () => (
  <svg viewBox="0 0 96 80" aria-hidden="true">
    <path d="M14 79V14a12 12 0 0 1 12-12h44a12 12 0 0 1 12 12v65M42 10h12M26 62h44M26 72h28" opacity=".6" />
    <rect x="4" y="20" width="88" height="30" rx="8" />
    <path d="M38 31h20M38 40h44M17 35l4 4 7-8" />
  </svg>
);
