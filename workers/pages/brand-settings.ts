import * as v from 'valibot';
import { logoFormat, maxLogoLength } from '../core/protocol/logo.ts';
import { accentStyle, isReadableAccent } from './accent.ts';

/** Types of branding settings. All branding settings are optional. */

const maxNameLength = 40;
/**
 * Whether a text is a displayable name, without leading or trailing whitespace and without invisible characters.
 */
export const isDisplayName = (text: string) => /^[^\p{C}\s](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\s])?$/u.test(text);

export const nameSetting = v.optional(
  v.pipe(
    v.string('needs a name'),
    v.check(isDisplayName, 'needs a name without leading or trailing whitespace'),
    v.maxLength(maxNameLength, `needs a name of at most ${maxNameLength} characters`),
  ),
);

export const logoSetting = v.optional(
  v.pipe(
    v.string('needs a data: address'),
    v.regex(
      logoFormat,
      'needs an address that begins with data:image/svg+xml;base64, or data:image/png;base64, or data:image/webp;base64,',
    ),
    v.maxLength(maxLogoLength, `needs an image of at most ${maxLogoLength} characters`),
  ),
);

/**
 * Color of buttons and links, `#rrggbb`. Colors that are unreadable on white are rejected. Dark mode uses a
 * lighter one.
 */
export const colorSetting = v.optional(
  v.pipe(
    v.string('needs a color such as #0b5c6b'),
    v.regex(/^#[0-9a-f]{6}$/i, 'needs a color such as #0b5c6b'),
    v.check(
      isReadableAccent,
      'needs a darker color; text in this color could not be read on white (WCAG AA)',
    ),
    v.transform(accentStyle),
  ),
);

export const linkSetting = v.optional(
  v.pipe(
    v.string('needs an address such as https://www.example.com/privacy'),
    v.check(
      (text) => URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text),
      'needs an https address such as https://www.example.com/privacy',
    ),
  ),
);
