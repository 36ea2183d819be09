import { integerSetting, locationHintSetting } from '../../core/worker/settings.ts';

export const userSettings = {
  LOCATION_HINT: locationHintSetting,
  /** Days after which a user without a sign-in or session is deleted. */
  RETENTION_DAYS: integerSetting('days', 365, 1, 36_500),
};
