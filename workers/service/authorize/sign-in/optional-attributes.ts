import type { Attribute } from '../../../../packages/plid/protocol/user-record.ts';
import type { SignIn } from '../../shared/service-values.ts';

/** The attributes that the person may refuse in a sign-in. */
export const optionalIn = ({ asked, optional = [] }: SignIn): Attribute[] =>
  asked.filter((_, place) => optional.includes(place));

/** The name of the field with which a person agrees to an optional attribute: `Y` where they do. */
export const fieldOf = (attribute: Attribute) => `agree_${attribute}`;

/** Whether the person may refuse an attribute in this sign-in. */
export const isOptional = (signIn: SignIn, attribute: Attribute) => optionalIn(signIn).includes(attribute);
