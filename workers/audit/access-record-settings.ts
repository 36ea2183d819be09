import { integerSetting } from '../core/worker/settings.ts';

/** The setting of the objects that store access records. */
export const accessRecordSettings = {
  /**
   * Number of days after which an access record is deleted. Korean law requires one year, and two years for large
   * operators.
   */
  ACCESS_RECORD_DAYS: integerSetting('days', 365, 365, 3_650),
};
