import { colorSetting, linkSetting, logoSetting, nameSetting } from '../../pages/brand-settings.ts';

/** How the gateway's pages say whose they are: the application's, on whose host they stand. Every one is optional. */
export const pageSettings = {
  /** The application, as people know it. */
  APP_NAME: nameSetting,
  APP_LOGO: logoSetting,
  ACCENT_COLOR: colorSetting,
  /** The application's privacy notice. */
  PRIVACY_URL: linkSetting,
  /** The page or address at which people get help. */
  SUPPORT_URL: linkSetting,
} as const;
