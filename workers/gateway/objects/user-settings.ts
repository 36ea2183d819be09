import { locationHintSetting } from '../../core/worker/settings.ts';
import { integerSetting } from '../shared/setting-types.ts';

export const userSettings = {
  LOCATION_HINT: locationHintSetting,
  /** Days after which a user who was not seen is deleted. */
  RETENTION_DAYS: integerSetting('days', 365, 1, 36_500),
};
