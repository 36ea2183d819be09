import { colorSetting, linkSetting, logoSetting, nameSetting } from '../../pages/brand-settings.ts';

/**
 * Branding of the gateway's pages, which belong to the application on the same host. All settings are optional.
 */
export const pageSettings = {
  /** The application's name. */
  APP_NAME: nameSetting,
  APP_LOGO: logoSetting,
  ACCENT_COLOR: colorSetting,
  /** The application's privacy notice. */
  PRIVACY_URL: linkSetting,
  /** The URL of a page where users can get help. */
  SUPPORT_URL: linkSetting,
} as const;
