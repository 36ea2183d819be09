import { fill } from '../../../core/protocol/texts.ts';
import { Notice } from '../../../pages/notice.tsx';
import type { SignInContext, View } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { AutomaticLoginBox } from '../pages/automatic-login-box.tsx';
import { sendOnceScript } from '../pages/form-scripts.ts';
import { SignInButton } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../pages/sign-in-frame.tsx';
import type { ApprovedStage } from '../stages/sign-in-stage.ts';
import { currentConsentTexts } from '../texts/consent-texts.ts';
import { signInTexts } from '../texts/index.ts';
import { Details } from './consent-details.tsx';
import { consentStyle } from './consent-style.ts';
import { OptionalItems, RequiredItems, Terms } from './consent-terms.tsx';
import { scrollBeforeConsentScript } from './scroll-before-consent.ts';

/**
 * Asks for the user's consent to the attributes that an application is registered for. The page is shown at the
 * first sign-in, and whenever the application changes its terms or requests additional attributes. @param terms
 * Digest of the terms that the page shows, for a field of its form.
 */
export function consentPage(
  view: SignInContext,
  { minor, shown }: Pick<ApprovedStage, 'minor' | 'shown'>,
  terms: string,
): Response {
  const { language, application, parameters, signIn } = view;
  const text = currentConsentTexts(language);
  const values = { application: application.name };
  const { optional } = signIn;
  return renderSignInPage(
    {
      language,
      view,
      name: 'consent',
      hasForm: true,
      script: `${scrollBeforeConsentScript}\n${sendOnceScript}`,
      ownStyle: consentStyle,
      // Screen readers read the title first. The title reports the approval, because the previous page's live
      // region was removed before it could be read.
      title: fill(signInTexts[language].approvedTitle, { title: fill(text.title, values) }),
    },
    <>
      <ApplicationHeading view={view} title={fill(text.title, values)} />
      {parameters.optional('changed') === 'Y' && (
        <Notice kind="bad" role="alert">
          <p>{fill(text.changed, values)}</p>
        </Notice>
      )}
      <form id="consent" method="post" action={formActionPaths.consent}>
        <input type="hidden" name="flow" value={signIn.id} />
        <input type="hidden" name="terms" value={terms} />
        <RequiredItems view={view} text={text} shown={shown} />
        {optional.length > 0 && <OptionalItems view={view} text={text} shown={shown} />}
        <Terms view={view} text={text} isMinor={minor !== undefined} />
        <p id="read" class="hint">
          {fill(text.mayRefuse, values)} {optional.length > 0 && text.mayRefuseOptional}
        </p>
        <AutomaticLogin view={view} />
      </form>
      <div class="actions decide">
        <button type="submit" class="button" form="consent" data-unread={text.unread}>
          {text.agree}
        </button>
        <SignInButton
          view={view}
          action={formActionPaths.cancel}
          label={text.refuse}
          look="button-quiet"
          isInRow
        />
      </div>
      <p class="hint">{fill(text.once, values)}</p>
      <Details view={view} text={text} />
    </>,
  );
}

/** Shows the automatic login choice. Below the buttons, the details explain how to end it. */
function AutomaticLogin({ view }: { view: View }) {
  const { autoLogin: text } = signInTexts[view.language];
  const values = { application: view.application.name };
  const { automaticLogin } = view.signIn;
  return automaticLogin === undefined ? null : (
    <div class="automatic">
      <AutomaticLoginBox choice={automaticLogin} label={text.label} hints="autoLogin-hint" />
      <p class="hint" id="autoLogin-hint">
        {fill(text.about, values)}
      </p>
    </div>
  );
}
