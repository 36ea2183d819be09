import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { integerSetting, locationHintSetting } from '../../core/worker/settings.ts';

/** The settings of the workers that write or read the index of disclosures (objects/disclosure-index.ts). */
export const disclosureSettings = {
  /**
   * Names and encrypts the index of disclosures. The first key encrypts, and all decrypt. Without it, no index
   * is written. Rotate it after a leak.
   *
   * `id:base64,…`. Only the workers that need the key have it.
   */
  DISCLOSURE_KEY: keyRingSetting,
  /**
   * Days for which the index of disclosures keeps a row after the connection has ended, 1 to 3,650. State it in
   * your privacy notice.
   */
  NOTICE_DAYS: integerSetting('days', 90, 1, 3_650),
  LOCATION_HINT: locationHintSetting,
};
