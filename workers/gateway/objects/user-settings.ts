import { integerSetting, locationHintSetting } from '../../core/worker/settings.ts';

export const userSettings = {
  LOCATION_HINT: locationHintSetting,
  /** Number of days after which a user who hasn't been seen is deleted. */
  RETENTION_DAYS: integerSetting('days', 365, 1, 36_500),
};
