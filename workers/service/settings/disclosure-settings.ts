import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { integerSetting, locationHintSetting } from '../../core/worker/settings.ts';

/** The settings of the workers that write or read the index of disclosures (objects/disclosure-index.ts). */
export const disclosureSettings = {
  /** The keys that name and encrypt the rows (`id:base64,…`). Only the workers that need them have them. */
  DISCLOSURE_KEY: keyRingSetting,
  /** Number of days for which a row is stored after the user's connection to the application has ended. */
  NOTICE_DAYS: integerSetting('days', 90, 1, 3_650),
  LOCATION_HINT: locationHintSetting,
};
