import type { Language } from '../../../core/http/language.ts';
import { choosePageLanguage } from '../../../core/http/page-language-choice.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { ErrorContext } from '../../../core/worker/endpoint.ts';
import { ButtonLink } from '../../../pages/button.tsx';
import { Ending, type EndingKind } from '../../../pages/ending.tsx';
import { LanguageSwitchLink } from '../../../pages/language-switch.tsx';
import { accountPath } from '../../registry/account-client.ts';
import type { ErrorDescription } from '../flow/describe-error.ts';
import type { Env } from '../settings/sign-in-settings.ts';
import { returnLabel, signInTexts } from '../texts/index.ts';
import { ReturnForm } from './sign-in-buttons.tsx';
import { ApplicationBlock, renderSignInPage } from './sign-in-frame.tsx';

const endingKinds: Record<ErrorDescription['kind'], EndingKind> = {
  expired: 'expired',
  cancelled: 'denied',
  finished: 'done',
  left: 'phone',
  underage: 'info',
  tooYoung: 'info',
  withoutCookies: 'info',
  missing: 'info',
  otherBrowser: 'info',
  anotherPhone: 'phone',
  unavailable: 'failed',
  other: 'failed',
};

interface ErrorPageOptions {
  error: ProtocolError;
  description: ErrorDescription;
  /**
   * Whether the page's language may be remembered. Not in response to an authorization request, because the application
   * requested that language, not the user.
   */
  remembersLanguage: boolean;
}

/** Page that explains an error and has one clear next step. */
export function signInErrorPage(
  context: ErrorContext<Env>,
  { error: { status, headers }, description, remembersLanguage }: ErrorPageOptions,
): Response {
  const { kind, context: view, application, page } = description;
  const host = application && URL.parse(application.href)?.host;
  const chosen = choosePageLanguage(context);
  const language = view?.language ?? chosen.language;
  const { refusals, errorTitle, notStarted } = signInTexts[language];
  const values = { application: view?.application.name, age: `${view?.application.minimum_age}` };
  const title = fill(refusals[kind].title, values);
  return renderSignInPage(
    {
      language,
      ends: true,
      // Navigating back after a successful sign-in isn't an error, so the page title isn't marked as an error.
      title: kind === 'finished' ? title : fill(errorTitle, { title }),
      view,
      operator: context.env ?? {},
      otherLanguage: <LanguageSwitchLink language={language} url={page} />,
      cookies: remembersLanguage ? chosen.cookies : [],
      status,
      headers,
      requestId: context.requestId,
    },
    <Ending
      {...{ title }}
      kind={endingKinds[kind]}
      about={
        application !== undefined && (
          <ApplicationBlock host={host}>
            <strong>{application.name}</strong>
          </ApplicationBlock>
        )
      }
      text={fill(refusals[kind].text, values)}
      details={kind === 'otherBrowser' ? notStarted : undefined}
    >
      <WaysOn {...{ description, language }} />
    </Ending>,
  );
}

/** Links and buttons to continue: try again, return to the application, or go to the account page. */
function WaysOn({
  description: { retry, context: view, application },
  language,
}: {
  description: ErrorDescription;
  language: Language;
}) {
  const { tryAgain, account } = signInTexts[language];
  if (view !== undefined)
    return (
      <>
        {retry !== undefined && <ButtonLink href={retry} label={tryAgain} />}
        <ReturnForm view={view} ended look={retry === undefined ? 'button' : 'button-quiet'} />
      </>
    );
  if (retry !== undefined) return <ButtonLink href={retry} label={tryAgain} />;
  return application === undefined ? (
    <ButtonLink look="button-quiet" href={accountPath} label={account} />
  ) : (
    <ButtonLink href={application.href} label={returnLabel(language, application.name)} />
  );
}
