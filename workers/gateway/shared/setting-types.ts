import * as v from 'valibot';

/** Types of settings. */

export const integerSetting = (unit: string, defaultValue: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.custom<string | number>(isWhole, `needs a whole number of ${unit}`),
      v.transform(Number),
      v.check((value) => value >= min, `needs at least ${min} ${unit}`),
      v.check((value) => value <= max, `needs at most ${max} ${unit}`),
    ),
    defaultValue,
  );

const isWhole = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && /^\d+$/.test(String(value));

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
