import { isPhone } from '../../../core/http/device.ts';
import { toward } from '../../../core/protocol/korean-particle.ts';
import { maskPhoneNumber } from '../../../core/protocol/masks.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { Notice } from '../../../pages/notice.tsx';
import { PageLink } from '../../../pages/page-link.tsx';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { ChangeNumber, ReturnForm } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../pages/sign-in-frame.tsx';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';
import { signInTexts, wordsFor } from '../texts/index.ts';
import { NoResponseHelp } from './no-response-help.tsx';
import { newWindowTextForLink, phoneAppOf } from './phone-app.ts';
import { PhoneStatus, refreshIntervalOf } from './phone-status.tsx';
import { TimeRing } from './time-ring.tsx';
import { waitingStyle } from './waiting-style.ts';
import { phoneStatusScript } from './watch-phone-status.ts';

/**
 * Shows the digits to choose on the phone, until the phone has responded. If the page is shown on a phone, the button that
 * opens the app follows the digits, because the user has to remember them first. Elsewhere, a quiet link comes last. The
 * title contains the digits, so that they're visible from another window.
 */
export function waitingPage(view: SignInContext, phone: PhoneRequest): Response {
  const { language, application } = view;
  const { wait: text } = signInTexts[language];
  const { sent, warning } = wordsFor(language, application.client_id);
  const app = phoneAppOf(view, phone.telcoCd);
  const link = phone.open ?? app.link;
  const { match, label } = text.entry[phone.entry ?? 'choose'];
  const values = {
    application: application.name,
    digits: phone.phoneNo.slice(-4),
    toNumber: toward(maskPhoneNumber(phone.phoneNo), '번호'),
    app: app.name,
  };
  const heading = fill(text.title, values);
  const title = `${phone.match} · ${heading}`;
  const opening = link !== undefined && { href: link, newWindow: newWindowTextForLink(view, link) };
  const isOnPhone = isPhone(view.request.headers);
  return renderSignInPage(
    {
      language,
      title,
      view,
      name: 'wait',
      refresh: refreshIntervalOf(view),
      ownStyle: waitingStyle,
      script: phoneStatusScript,
      hasSocket: true,
    },
    <>
      <h1>{heading}</h1>
      <ApplicationHeading view={view} />
      {phone.mismatched && (
        <Notice role="status">
          <p>{text.mismatched}</p>
        </Notice>
      )}
      <p>{fill(sent, values)}</p>
      <h2 class="ask">{match}</h2>
      <TimeRing left={phone.sent + phoneRequestLifetime - view.now}>
        <strong class="match" role="img" aria-label={fill(label, { match: phone.match })}>
          {phone.match}
        </strong>
      </TimeRing>
      {opening && isOnPhone && (
        <p class="actions">
          <PageLink class="button" label={text.openMemorized} {...opening} />
        </p>
      )}
      <PhoneStatus view={view} asked={phone} />
      <Notice>
        <p>{warning}</p>
      </Notice>
      {opening && !isOnPhone && (
        <p>
          <PageLink class="way" label={fill(text.openHere, values)} {...opening} />
        </p>
      )}
      <div class="pair">
        <ChangeNumber view={view} />
        <ReturnForm view={view} look="button-quiet" />
      </div>
      <NoResponseHelp view={view} asked={phone} app={app.name} />
    </>,
  );
}
