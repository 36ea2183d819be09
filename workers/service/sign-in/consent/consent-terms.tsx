import { formatAttribute, userAttributeTexts } from '../../../core/protocol/attribute-texts.ts';
import type { Attribute, Identity } from '../../../core/protocol/user-record.ts';
import { Facts, Rows } from '../../../pages/list.tsx';
import { termsInLanguage } from '../../registry/consents.ts';
import type { View } from '../flow/sign-in-context.ts';
import type { ConsentTexts } from '../texts/consent-texts.ts';

/** Returns the name of the checkbox with which a user agrees to an optional attribute. Its value is `Y`. */
export const consentCheckboxName = (attribute: Attribute) => `agree_${attribute}`;

/** Properties of a part of the consent page. */
export interface PartProps {
  view: View;
  text: ConsentTexts;
}

interface TermsProps extends PartProps {
  /** Whether a guardian's consent is needed. */
  isMinor: boolean;
}

/** The recipient of the data, its purpose, and its retention period. */
export function Terms({ view: { application, language }, text, isMinor }: TermsProps) {
  const { recipient, purpose, retention } = termsInLanguage(application, language);
  const guardian = isMinor ? application.guardian_consent : undefined;
  const whole = (term: string | undefined) => term && <Term term={term} text={text} />;
  return (
    <Facts
      look="terms"
      facts={[
        [text.recipient, recipient],
        [text.purpose, whole(purpose)],
        [text.retention, whole(retention)],
        [text.guardian, whole(guardian)],
      ]}
    />
  );
}

/**
 * A text of the terms. Only the first three lines of a long text are shown until the user expands it. Screen
 * readers always read the full text.
 */
function Term({ term, text }: { term: string; text: ConsentTexts }) {
  if (widthOf(term) <= maxWidth) return <>{term}</>;
  return (
    <details class="long">
      <summary>
        <p>{term}</p>
        <span>{text.whole}</span>
      </summary>
    </details>
  );
}

/**
 * Maximum width of a text that isn't shortened, in Korean letters. A text of this width fills about three lines on
 * the narrowest phone.
 */
const maxWidth = 40;
const widthOf = (text: string): number => [...text].length - (text.match(/[ -~]/g)?.length ?? 0) / 2;

interface ItemsProps extends PartProps {
  /** The user's masked values. */
  shown: Identity;
}

/** The required items, one per line. The identifiers come last, because users don't know them. */
export function RequiredItems({ view: { language, signIn }, text, shown }: ItemsProps) {
  const required = identifiersLast(signIn.asked.filter((attribute) => !signIn.optional.includes(attribute)));
  return (
    <>
      <h2 class="group">{text.required}</h2>
      <Rows
        look="items"
        rows={[
          ...required.map((attribute) => <Item key={attribute} {...{ attribute, language, shown }} />),
          text.plid,
        ]}
      />
    </>
  );
}

/** Returns the attributes with the `ci` last. */
export const identifiersLast = (asked: readonly Attribute[]): readonly Attribute[] =>
  asked.toSorted((one, other) => Number(one === 'ci') - Number(other === 'ci'));

type ItemProps = Pick<View, 'language'> & { attribute: Attribute; shown: Identity };

/** An attribute with the user's masked value. */
function Item({ attribute, language, shown }: ItemProps) {
  const value = shown[attribute];
  return (
    <>
      {userAttributeTexts(language, attribute).name}
      {value !== undefined && (
        <>
          {' '}
          <b>{formatAttribute(language, attribute, value)}</b>
        </>
      )}
    </>
  );
}

export function OptionalItems({ view: { language, signIn }, text, shown }: ItemsProps) {
  return (
    <fieldset>
      <legend class="group">{text.optional}</legend>
      {signIn.optional.map((attribute) => (
        <label key={attribute} class="check">
          <input type="checkbox" name={consentCheckboxName(attribute)} value="Y" />
          <span class="item">
            <Item {...{ attribute, language, shown }} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
