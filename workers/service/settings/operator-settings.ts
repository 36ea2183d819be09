import * as v from 'valibot';
import { isSecureAddress } from '../../core/http/secure-address.ts';
import {
  colorSetting,
  isDisplayName,
  linkSetting,
  logoSetting,
  nameSetting,
} from '../../pages/brand-settings.ts';

const maxNameLength = 40;

/**
 * Returns whether a text is an app link. Plain http is accepted only on loopback, where the local environment's
 * phones are.
 */
const isAppLink = (text: string): boolean =>
  URL.canParse(text) && !/\s/.test(text) && isSecureAddress(new URL(text));

/**
 * The app in which a carrier's subscribers get requests, such as `PASS by SKT, https://…`. The link is optional.
 */
interface PhoneApp {
  name: string;
  /** A link that opens the app on the phone that displays the page. */
  link?: string | undefined;
}

/**
 * Authentication app of the carrier's subscribers: its name without "app", and optionally a comma and an https
 * link that opens it. Default: "the authentication app".
 */
const phoneAppSetting = v.optional(
  v.pipe(
    v.string('needs a name and a link, such as PASS, https://app.example.com/open'),
    v.transform((text): PhoneApp => {
      const [name = '', link] = text.split(/,(.*)/s, 2).map((part) => part.trim());
      return { name, link };
    }),
    v.check(
      ({ name, link }) =>
        isDisplayName(name) && name.length <= maxNameLength && (link === undefined || isAppLink(link)),
      `needs a name of at most ${maxNameLength} characters, optionally followed by a comma and an https link`,
    ),
  ),
);

/** Branding of the service's pages. All settings are optional. */
export const operatorSettings = {
  /** Your name on the service's pages, at most 40 characters. */
  OPERATOR_NAME: nameSetting,
  /** Your logo as `data:image/svg+xml;base64,…` (also `png` or `webp`), at most 4,096 characters. */
  OPERATOR_LOGO: logoSetting,
  ACCENT_COLOR: colorSetting,
  /** Https address of your privacy notice. Every page links to it. */
  PRIVACY_URL: linkSetting,
  /** Https address of your help page. Every page links to it. */
  SUPPORT_URL: linkSetting,
};

/** The app of each carrier. All settings are optional. */
export const phoneAppSettings = {
  PHONE_APP_S: phoneAppSetting,
  PHONE_APP_K: phoneAppSetting,
  PHONE_APP_L: phoneAppSetting,
};
