import { fill } from '../../../core/protocol/texts.ts';
import { Notice } from '../../../pages/notice.tsx';
import { PageLink } from '../../../pages/page-link.tsx';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import { signInPagePath } from '../../sign-in/flow/sign-in-paths.ts';
import { ReturnForm } from '../../sign-in/pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../../sign-in/pages/sign-in-frame.tsx';
import { newWindowTextForLink, phoneAppOf } from '../../sign-in/phone/phone-app.ts';
import { PhoneStatus, refreshIntervalOf } from '../../sign-in/phone/phone-status.tsx';
import { waitingStyle } from '../../sign-in/phone/waiting-style.ts';
import { phoneStatusScript } from '../../sign-in/phone/watch-phone-status.ts';
import type { StartedRequest } from '../../sign-in/stages/sign-in-stage.ts';
import { signInTexts, wordsFor } from '../../sign-in/texts/index.ts';
import { drawQrCodeScript } from './draw-qr-code.ts';
import { ByNumber, NoStartHelp, type StartProps } from './start-help.tsx';
import { startTexts } from './start-texts.ts';

/**
 * Page that waits for a request that the user opens in their carrier's app, on this device or on the phone that
 * scans the code.
 */
export function startPage(view: SignInContext, start: StartedRequest): Response {
  const { language, application } = view;
  const { warning } = wordsFor(language, application.client_id);
  const text = startTexts[language];
  const app = phoneAppOf(view, start.telcoCd).name;
  const title = fill(text[start.way].title, { app });
  const script = start.code === undefined ? phoneStatusScript : `${phoneStatusScript}\n${drawQrCodeScript}`;
  return renderSignInPage(
    {
      language,
      title,
      view,
      name: 'wait',
      refresh: refreshIntervalOf(view),
      ownStyle: waitingStyle,
      script,
      hasSocket: true,
    },
    <>
      <h1>{title}</h1>
      <ApplicationHeading view={view} />
      <p>{fill(text[start.way].lead, { app })}</p>
      {start.way === 'link' ? <OpenLink {...{ view, start, app }} /> : <Code {...{ view, start, app }} />}
      <PhoneStatus view={view} asked={start} />
      <Notice>
        <p>{warning}</p>
      </Notice>
      <ByNumber view={view} />
      <ReturnForm view={view} />
      <NoStartHelp {...{ view, start, app }} />
    </>,
  );
}

/**
 * Link that opens the app. If the carrier's link isn't in the operator's list, the app's general link is used.
 */
function OpenLink({ view, start, app }: StartProps) {
  const link = start.open ?? phoneAppOf(view, start.telcoCd).link;
  if (link === undefined) return null;
  return (
    <p class="actions">
      <PageLink
        class="button"
        href={link}
        label={fill(signInTexts[view.language].wait.open, { app })}
        newWindow={newWindowTextForLink(view, link)}
      />
    </p>
  );
}

/** The QR code and the digits. Only the QR code needs scripts, because it changes every second. */
function Code({ view: { language, signIn }, start: { code, digits }, app }: StartProps) {
  const { code: text } = startTexts[language];
  return (
    <>
      {code !== undefined && (
        <svg
          id="code"
          class="code"
          role="img"
          aria-label={fill(text.label, { app })}
          data-codes={signInPagePath('codes', signIn.id)}
          hidden
        >
          <path />
        </svg>
      )}
      {digits !== undefined && (
        <>
          <h2>{code === undefined ? text.type : text.orType}</h2>
          <strong class="match digits">{digits.replaceAll(/\d{4}(?=\d)/g, '$& ')}</strong>
        </>
      )}
    </>
  );
}
