import { integerSetting } from '../core/worker/settings.ts';

/** The setting of the objects that store access records. */
export const accessRecordSettings = {
  /**
   * Days after which an access record is deleted, 365 to 3,650. Large operators in Korea need 730.
   *
   * Korean law requires one year, and two years for large operators.
   */
  ACCESS_RECORD_DAYS: integerSetting('days', 365, 365, 3_650),
};
