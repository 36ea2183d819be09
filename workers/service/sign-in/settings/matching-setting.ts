import * as v from 'valibot';
import { type Entry, entries } from '../../../core/carrier/port.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';

/** How users match the number, for the carriers that don't let them choose it. */
type Matching = Partial<Record<CarrierCode, Entry>>;

const pairFormat = new RegExp(`^[SKL]=(?:${entries.join('|')})$`);
const expectedFormat =
  'needs comma-separated carriers and methods, such as S=type,L=none; valid methods are choose, type, and none';

/** Schema of the setting NUMBER_MATCHING. */
export const matchingSetting = v.optional(
  v.pipe(
    v.string(expectedFormat),
    v.transform((text) => text.split(',')),
    v.check((pairs) => pairs.every((pair) => pairFormat.test(pair)), expectedFormat),
    v.check((pairs) => new Set(pairs.map(carrierOf)).size === pairs.length, 'names a carrier twice'),
    v.transform((pairs): Matching => Object.fromEntries(pairs.map((pair) => pair.split('=')))),
  ),
);

const carrierOf = (pair: string): string => pair.charAt(0);
