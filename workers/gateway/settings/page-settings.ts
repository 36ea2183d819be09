import { colorSetting, linkSetting, logoSetting, nameSetting } from '../../pages/brand-settings.ts';

/**
 * Branding of the gateway's pages, which belong to the application on the same host. All settings are optional.
 */
export const pageSettings = {
  /** Your application's name on the gateway's pages, at most 40 characters. */
  APP_NAME: nameSetting,
  /**
   * Your application's logo as `data:image/svg+xml;base64,…` (also `png` or `webp`), at most 4,096 characters.
   */
  APP_LOGO: logoSetting,
  ACCENT_COLOR: colorSetting,
  /** Https address of your privacy notice. The gateway's pages link to it. */
  PRIVACY_URL: linkSetting,
  /** Https address of your help page. The gateway's pages link to it. */
  SUPPORT_URL: linkSetting,
} as const;
