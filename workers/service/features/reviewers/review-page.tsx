import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { View } from '../../sign-in/flow/sign-in-context.ts';
import { authorizationPath } from '../../sign-in/flow/sign-in-paths.ts';
import { sendOnceScript } from '../../sign-in/pages/form-scripts.ts';
import { ChangeNumber, ReturnForm } from '../../sign-in/pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../../sign-in/pages/sign-in-frame.tsx';
import { formatRetryTime, signInTexts } from '../../sign-in/texts/index.ts';
import { reviewTexts } from './review-texts.ts';

/** Path of the form. */
const reviewPath = `${authorizationPath}/review`;

interface ReviewPageOptions {
  status?: number;
  headers?: Record<string, string>;
  fault?: string;
}

/** Page that asks a store reviewer for their code, in place of the page that waits for a phone. */
export function reviewPage(view: View, { fault, ...options }: ReviewPageOptions = {}): Response {
  const { language, application, signIn } = view;
  const text = reviewTexts[language];
  const { title } = text;
  const description = fault === undefined ? 'code-hint' : 'code-error code-hint';
  return renderSignInPage(
    {
      language,
      view,
      name: 'wait',
      hasForm: true,
      script: sendOnceScript,
      ...options,
      title: fault === undefined ? title : fill(signInTexts[language].errorTitle, { title }),
    },
    <>
      <h1>{title}</h1>
      <ApplicationHeading view={view} />
      <p>{fill(text.lead, { application: application.name })}</p>
      <form class="compact" method="post" action={reviewPath} novalidate>
        <input type="hidden" name="flow" value={signIn.id} />
        <div class="field">
          <div class="heading">
            <label for="code">{text.code}</label>
            <span class="hint" id="code-hint">
              {text.codeHint}
            </span>
          </div>
          <input
            id="code"
            name="code"
            type="text"
            required
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            enterkeyhint="go"
            aria-invalid={fault !== undefined}
            aria-describedby={description}
          />
          {fault !== undefined && (
            <p class="error" id="code-error">
              {fault}
            </p>
          )}
        </div>
        <div class="actions">
          <button type="submit" class="button">
            {text.submit}
          </button>
        </div>
      </form>
      <ChangeNumber view={view} />
      <ReturnForm view={view} />
    </>,
  );
}

/** Shows the page again after a code was refused. The typed code isn't repeated. */
export function refusedReviewPage(view: View, error: ProtocolError): Response {
  const { status, headers } = error;
  return reviewPage(view, { status, headers, fault: faultOf(view, error) });
}

function faultOf({ language }: View, { refusal, headers }: ProtocolError): string {
  const text = reviewTexts[language];
  if (refusal !== refusals.too_many_requests) return text.wrong;
  return fill(text.limited, { time: formatRetryTime(language, Number(headers['Retry-After'])) });
}
