import * as v from 'valibot';
import { isSecureAddress } from '../../../packages/plid/http/secure-address.ts';
import { accentStyle, isReadable } from '../../pages/accent.ts';

const maxNameLength = 40;
/** Of a logo, in characters: it is in every page, which stays small. */
const maxLogoLength = 4_096;

const isName = (text: string) => /^[^\p{C}\s](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\s])?$/u.test(text);

/** Plain http only on this machine, where the local world's phones are. */
const isAppLink = (text: string): boolean =>
  URL.canParse(text) && !/\s/.test(text) && isSecureAddress(new URL(text));

const linkSetting = v.optional(
  v.pipe(
    v.string('needs an address such as https://www.example.com/privacy'),
    v.check(
      (text) => URL.canParse(text) && new URL(text).protocol === 'https:' && !/\s/.test(text),
      'needs an https address such as https://www.example.com/privacy',
    ),
  ),
);

/** The app in which the customers of a carrier are asked: `PASS by SKT, https://…`; the link may be left out. */
interface PhoneApp {
  name: string;
  /** Opens the app on the phone that shows the page. */
  link?: string | undefined;
}

const phoneAppSetting = v.optional(
  v.pipe(
    v.string('needs a name and a link, such as PASS, https://app.example.com/open'),
    v.transform((text): PhoneApp => {
      const [name = '', link] = text.split(/,(.*)/s, 2).map((part) => part.trim());
      return { name, link };
    }),
    v.check(
      ({ name, link }) =>
        isName(name) && name.length <= maxNameLength && (link === undefined || isAppLink(link)),
      `needs a name of at most ${maxNameLength} characters, and after a comma an https link or none`,
    ),
  ),
);

/** How a page says who operates it. Every one is optional. */
export const operatorSettings = {
  /** As people know it. */
  OPERATOR_NAME: v.optional(
    v.pipe(
      v.string('needs a name'),
      v.check(isName, 'needs a name without white space at its ends'),
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
  /** The page or address at which people get help. */
  SUPPORT_URL: linkSetting,
};

/** The app that each carrier's customers are asked in. Every one is optional. */
export const phoneAppSettings = {
  PHONE_APP_S: phoneAppSetting,
  PHONE_APP_K: phoneAppSetting,
  PHONE_APP_L: phoneAppSetting,
};
