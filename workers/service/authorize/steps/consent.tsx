import { attributeWords } from '../../../core/protocol/attribute-words.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { digestTerms } from '../../shared/consents.ts';
import {
  ApplicationName,
  AutomaticLoginBox,
  answerPage,
  ReturnForm,
  readAutomaticLoginChoice,
  sendOnce,
  type View,
} from '../pages/sign-in-frame.tsx';
import { outcomeOf } from '../phone/ask-carrier.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions, pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';
import { words } from '../words/index.ts';
import { type ConsentAnswer, completeSignIn } from './end-sign-in.ts';

/** The consent page; only after the phone has approved. */
export async function showConsent(context: SignInContext): Promise<Response> {
  const { id, plid } = context.signIn;
  return plid === undefined ? seeOther(pathOf('wait', id)) : consentPage(context);
}

/**
 * The person agreed. The carrier is asked again for the approval and the identity, so that neither ever passes through the
 * browser.
 */
export async function agree(context: SignInContext): Promise<Response> {
  const { id, plid, phone } = context.signIn;
  const answer = await readAnswer(context);
  if (plid === undefined || phone === undefined) return seeOther(pathOf('wait', id));
  const outcome = await outcomeOf(context, context.signIn, phone);
  if (outcome.status !== 'approved') return seeOther(pathOf('wait', id));
  return completeSignIn(context, { phone, identity: outcome.identity }, answer);
}

async function readAnswer({
  application,
  language,
  parameters,
  signIn,
}: SignInContext): Promise<ConsentAnswer> {
  const terms = (await digestTerms(application))?.[language];
  return {
    automaticLogin: readAutomaticLoginChoice(parameters),
    agreed: signIn.asked,
    agreement: {
      ...{ refused: [], version: application.version, language, words: 1 },
      ...(terms !== undefined && { terms }),
    },
  };
}

/** Asks, the first time that a person meets an application, whether it may have what it registered for. */
function consentPage(view: View): Response {
  const { language, application, signIn } = view;
  const { consent: text } = words[language];
  const values = { application: application.name };
  return answerPage(
    { language, title: fill(text.title, values), view, name: 'consent', script: sendOnce },
    <>
      <h1>{fill(text.title, values)}</h1>
      <ApplicationName view={view} />
      <p>{fill(text.lead, values)}</p>
      <AttributeList view={view} />
      <form method="post" action={actions.consent}>
        <input type="hidden" name="flow" value={signIn.id} />
        <AutomaticLogin view={view} />
        <div class="actions">
          <button type="submit" class="button">
            {text.agree}
          </button>
        </div>
      </form>
      <ReturnForm view={view} quiet />
      <p class="hint">{fill(text.once, values)}</p>
    </>,
  );
}

function AttributeList({ view: { language, application, signIn } }: { view: View }) {
  const { consent } = words[language];
  return (
    <ul class="attributes">
      {signIn.asked.map((attribute) => (
        <li key={attribute}>
          <strong>{attributeWords[language][attribute].name}</strong>
          <span>{attributeWords[language][attribute].about}</span>
        </li>
      ))}
      <li>
        <strong>{consent.plid}</strong>
        <span>{fill(consent.plidHint, { application: application.name })}</span>
      </li>
    </ul>
  );
}

/** Automatic login as it was chosen, and how it ends. */
function AutomaticLogin({ view }: { view: View }) {
  const { autoLogin: text } = words[view.language];
  const values = { application: view.application.name };
  return view.signIn.automaticLogin === undefined ? null : (
    <div class="notice">
      <AutomaticLoginBox view={view} label={text.label} hints="autoLogin-hint autoLogin-end" />
      <p class="hint" id="autoLogin-hint">
        {fill(text.about, values)}
      </p>
      <p class="hint" id="autoLogin-end">
        {fill(text.end, values)}
      </p>
    </div>
  );
}
