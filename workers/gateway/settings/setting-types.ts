import * as v from 'valibot';
import { integerSetting } from '../../core/worker/settings.ts';

/** Types of settings. */

/** In seconds. */
export const durationSetting = (defaultValue: number, min: number, max = 31_536_000) =>
  integerSetting('seconds', defaultValue, min, max);

export const yesNoSetting = (defaultValue: 'Y' | 'N') =>
  v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), defaultValue);

/** A comma-separated list. */
export const listSetting = () => v.pipe(v.optional(v.string(), ''), v.transform(splitList));

export function splitList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}
