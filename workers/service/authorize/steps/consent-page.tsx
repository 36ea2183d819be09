import { Fragment } from 'preact';
import type { Attribute } from '../../../../packages/plid/protocol/user-record.ts';
import { attributeWords } from '../../../core/protocol/attribute-words.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { PageLink } from '../../pages/page-link.tsx';
import { statedTerms } from '../../shared/consents.ts';
import { sendOnce } from '../pages/form-scripts.ts';
import {
  AccountLink,
  AutomaticLoginBox,
  answerPage,
  newWindowOf,
  type View,
} from '../pages/sign-in-frame.tsx';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions } from '../sign-in/sign-in-paths.ts';
import { type ConsentWords, currentWords } from '../words/consent-words.ts';
import { words } from '../words/index.ts';
import { sayValue } from '../words/person-values.ts';
import { decisionStyle } from './decision-style.ts';
import { optionalIn } from './end-sign-in.ts';

/** The name of the field with which a person agrees to an optional attribute: `Y` where they do. */
export const fieldOf = (attribute: Attribute) => `agree_${attribute}`;

/** Whether the person may refuse an attribute in this sign-in. */
export const isOptional = (signIn: View['signIn'], attribute: Attribute) =>
  optionalIn(signIn).includes(attribute);

/**
 * Asks whether an application may have what it registered for: the first time that a person meets it, and whenever it states other
 * terms or asks for more.
 * @param terms names the terms that the page shows, for its form.
 */
export function consentPage(view: SignInContext, terms: string): Response {
  const { language, application, parameters, signIn } = view;
  const text = currentWords(language);
  const values = { application: application.name };
  const optional = signIn.asked.filter((attribute) => isOptional(signIn, attribute));
  return answerPage(
    {
      ...{ language, view, name: 'consent', script: sendOnce, ownStyle: decisionStyle },
      title: fill(text.title, values),
    },
    <>
      <h1>{fill(text.title, values)}</h1>
      {parameters.optional('changed') === 'Y' && (
        <div class="notice bad" role="alert" tabIndex={-1}>
          <p>{fill(text.changed, values)}</p>
        </div>
      )}
      <form id="consent" method="post" action={actions.consent}>
        <input type="hidden" name="flow" value={signIn.id} />
        <input type="hidden" name="terms" value={terms} />
        <Terms view={view} text={text} />
        {optional.length > 0 && <OptionalItems view={view} text={text} optional={optional} />}
        <p>
          {fill(text.mayRefuse, values)} {optional.length > 0 && text.mayRefuseOptional}
        </p>
        <AutomaticLogin view={view} />
        <Details view={view} text={text} />
        <p class="hint">{fill(text.once, values)}</p>
      </form>
      <div class="actions decide">
        <button type="submit" class="button" form="consent">
          {text.agree}
        </button>
        <form method="post" action={actions.cancel}>
          <input type="hidden" name="flow" value={signIn.id} />
          <button type="submit" class="button-quiet">
            {text.refuse}
          </button>
        </form>
      </div>
    </>,
  );
}

interface PartProps {
  view: View;
  text: ConsentWords;
}

/** Who receives what, what for and for how long, as far as the application has stated it. */
function Terms({ view: { application, language, redirect_uri, signIn }, text }: PartProps) {
  const { recipient = application.name, purpose, retention } = statedTerms(application, language);
  const required = signIn.asked.filter((attribute) => !isOptional(signIn, attribute));
  const terms = [
    [text.purpose, purpose],
    [text.retention, retention],
  ] as const;
  return (
    <dl class="facts terms">
      <dt>{text.recipient}</dt>
      <dd>
        {recipient}
        <span>
          {application.name} · {new URL(redirect_uri).host}
        </span>
      </dd>
      {terms.map(
        ([name, term]) =>
          term !== undefined && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{term}</dd>
            </Fragment>
          ),
      )}
      <dt class="items">{text.required}</dt>
      <dd class="items">
        {required.map((attribute) => (
          <Item key={attribute} {...{ attribute, language, signIn }} after=", " />
        ))}
        {text.plid}
      </dd>
    </dl>
  );
}

type ItemProps = Pick<View, 'language' | 'signIn'> & { attribute: Attribute; after?: string };

/** An attribute, with the person's own value, masked. */
function Item({ attribute, language, signIn, after }: ItemProps) {
  const value = signIn.shown?.[attribute];
  return (
    <>
      {attributeWords[language][attribute].name}
      {value !== undefined && (
        <>
          {' '}
          <b>{sayValue(language, attribute, value)}</b>
        </>
      )}
      {after}
    </>
  );
}

function OptionalItems({ view, text, optional }: PartProps & { optional: readonly Attribute[] }) {
  const { language, signIn } = view;
  return (
    <fieldset class="items">
      <legend>{text.optional}</legend>
      {optional.map((attribute) => (
        <label key={attribute} class="check">
          <input type="checkbox" name={fieldOf(attribute)} value="Y" />
          <span>
            <Item {...{ attribute, language, signIn }} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What each item means, and where to read and ask more. */
function Details({ view, text }: PartProps) {
  const { language, application, signIn } = view;
  const values = { application: application.name };
  const items = signIn.asked.map((attribute) => attributeWords[language][attribute]);
  const plid = { name: text.plid, about: fill(text.plidHint, values) };
  const links = [
    [application.privacy_url, text.privacyNotice],
    [application.support_url, text.support],
  ] as const;
  return (
    <>
      <details>
        <summary>{text.details}</summary>
        <ul class="attributes">
          {[...items, plid].map(({ name, about }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      </details>
      <p class="links">
        {links.map(
          ([href, label]) =>
            href && (
              <PageLink
                key={href}
                class="way"
                href={href}
                label={fill(label, values)}
                newWindow={newWindowOf(view)}
              />
            ),
        )}
        <AccountLink view={view} label={words[language].account} class="way" />
      </p>
    </>
  );
}

/** Automatic login as it was chosen, and how it ends. */
function AutomaticLogin({ view }: { view: View }) {
  const { autoLogin: text } = words[view.language];
  const values = { application: view.application.name };
  const { automaticLogin } = view.signIn;
  return automaticLogin === undefined ? null : (
    <div class="notice">
      <AutomaticLoginBox choice={automaticLogin} label={text.label} hints="autoLogin-hint autoLogin-end" />
      <p class="hint" id="autoLogin-hint">
        {fill(text.about, values)}
      </p>
      <p class="hint" id="autoLogin-end">
        {fill(text.end, values)}
      </p>
    </div>
  );
}
