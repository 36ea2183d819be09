import * as v from 'valibot';
import { accentStyle, isReadable } from '../../core/pages/accent.ts';

const maxNameLength = 40;
/** Of a logo, in characters: it is in every page, which stays small. */
const maxLogoLength = 4_096;

const linkSetting = v.optional(
  v.pipe(
    v.string('needs an address such as https://www.example.com/privacy'),
    v.check(
      (text) => URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text),
      'needs an https address such as https://www.example.com/privacy',
    ),
  ),
);

/** How the pages of a sign-in say who operates them. Every one is optional. */
export const operatorSettings = {
  /** As people know it. */
  OPERATOR_NAME: v.optional(
    v.pipe(
      v.string('needs a name'),
      v.regex(
        /^[^\p{C}\s](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\s])?$/u,
        'needs a name without white space at its ends',
      ),
      v.maxLength(maxNameLength, `needs a name of at most ${maxNameLength} characters`),
    ),
  ),
  /** A picture as a data: address, so that a page stays one request. */
  OPERATOR_LOGO: v.optional(
    v.pipe(
      v.string('needs a data: address'),
      v.regex(
        /^data:image\/(?:svg\+xml|png);base64,[A-Za-z0-9+/]+=*$/,
        'needs an address that begins with data:image/svg+xml;base64, or data:image/png;base64,',
      ),
      v.maxLength(maxLogoLength, `needs a picture of at most ${maxLogoLength} characters`),
    ),
  ),
  /** Of buttons and links: `#rrggbb`. The pages are given style rules made of it. */
  ACCENT_COLOR: v.optional(
    v.pipe(
      v.string('needs a colour such as #0b5c6b'),
      v.regex(/^#[0-9a-f]{6}$/i, 'needs a colour such as #0b5c6b'),
      v.check(isReadable, 'needs a darker colour: letters of it could not be read on white (WCAG AA)'),
      v.transform(accentStyle),
    ),
  ),
  /** The operator's privacy notice. */
  PRIVACY_URL: linkSetting,
  /** Where people get help. */
  SUPPORT_URL: linkSetting,
};
