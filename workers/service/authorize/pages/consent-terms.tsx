import type { Attribute } from '../../../../packages/plid/protocol/user-record.ts';
import { sayValue, wordsOf } from '../../../core/protocol/attribute-words.ts';
import { Fragment } from '../../../pages/jsx-runtime.ts';
import { statedTerms } from '../../shared/consents.ts';
import type { ConsentWords } from '../words/consent-words.ts';
import type { View } from './sign-in-frame.tsx';

/** The name of the field with which a person agrees to an optional attribute: `Y` where they do. */
export const fieldOf = (attribute: Attribute) => `agree_${attribute}`;

/** The properties of a part of the consent page. */
export interface PartProps {
  view: View;
  text: ConsentWords;
}

/** The recipient of the data, their purpose and how long they are kept, as far as the application has stated it. */
export function Terms({ view: { application, language, redirect_uri, signIn }, text }: PartProps) {
  const { recipient = application.name, purpose, retention } = statedTerms(application, language);
  const required = signIn.asked.filter((attribute) => !signIn.optional.includes(attribute));
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
      {signIn.minor === 'guarded' && (
        <>
          <dt>{text.guardian}</dt>
          <dd>{application.guardian_consent}</dd>
        </>
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
      {wordsOf(language, attribute).name}
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

export function OptionalItems({ view, text, optional }: PartProps & { optional: readonly Attribute[] }) {
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
