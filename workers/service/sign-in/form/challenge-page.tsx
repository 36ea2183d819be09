import type { ProtocolError } from '../../../core/protocol/errors.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { type FilledForm, signInFields } from '../entries/sign-in-form.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { challengeAction } from '../limits/challenge.ts';
import { sendOnceScript } from '../pages/form-scripts.ts';
import { ChangeNumber, ReturnForm } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, formId, renderSignInPage } from '../pages/sign-in-frame.tsx';
import { signInTexts } from '../texts/index.ts';

/** Origin of Turnstile's script and of its frame. */
const origin = 'https://challenges.cloudflare.com';

/** Script function that submits the form. The Turnstile widget calls it after adding the token to the form. */
const sendProved = `function sendProved() {
  document.getElementById('${formId}').requestSubmit();
}`;

/**
 * Shows a Turnstile challenge to an unknown caller, on a separate page. After the challenge, the same form is
 * submitted with the widget's token.
 */
export function challengePage(
  context: SignInContext,
  form: FilledForm,
  { status, headers }: ProtocolError,
): Response {
  const { language } = context;
  const { challenge: text, errorTitle } = signInTexts[language];
  return renderSignInPage(
    {
      language,
      title: fill(errorTitle, { title: text.title }),
      view: context,
      // The remembered entries are in a cookie, so the form has no fields for them.
      name: form.recalled ? 'wait' : 'sign-in',
      status,
      headers,
      script: `${sendOnceScript}\n${sendProved}`,
      widget: origin,
    },
    <>
      <h1>{text.title}</h1>
      <ApplicationHeading view={context} />
      <p>{text.text}</p>
      <form
        id={formId}
        method="post"
        action={form.recalled ? formActionPaths.remembered : formActionPaths.signIn}
      >
        {Object.entries(fieldsOf(context, form)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div
          class="cf-turnstile"
          data-sitekey={context.env.TURNSTILE_SITE_KEY}
          data-action={challengeAction}
          data-language={language}
          data-callback="sendProved"
        />
      </form>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      <script src={`${origin}/turnstile/v0/api.js`} async defer />
      <ChangeNumber view={context} />
      <ReturnForm view={context} />
    </>,
  );
}

/**
 * Returns the hidden fields of the submitted form, without the entries if they're in this browser's cookie.
 */
function fieldsOf(
  { signIn }: SignInContext,
  { typed, remember, recalled }: FilledForm,
): Record<string, string> {
  return {
    flow: signIn.id,
    ...(signIn.automaticLogin === 'chosen' && { autoLogin: 'Y' }),
    ...(recalled
      ? { remembered: 'use' }
      : {
          page: 'sign-in',
          ...Object.fromEntries(signInFields.map((name) => [name, typed[name] ?? ''])),
          ...(remember && { remember: 'Y' }),
        }),
  };
}
