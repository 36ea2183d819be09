import * as v from 'valibot';
import { entries, type ShownPart, shownParts } from '../workers/core/carrier/port.ts';
import { hasUnusableCharacters, readName } from '../workers/core/protocol/personal-name.ts';
import {
  attributePatternOf,
  carrierCodes,
  citizenships,
  genders,
} from '../workers/core/protocol/user-record.ts';

/**
 * How a subscriber's phone responds to a request. A phone that is `unregistered` has no phone authentication app.
 */
export const phoneBehaviours = ['approves', 'waits', 'denies', 'silent', 'fails', 'unregistered'] as const;
export type Behaviour = (typeof phoneBehaviours)[number];

export const digitEntries = ['asked', ...entries] as const;

/**
 * How many parts of a request a phone displays. `all` displays every part, and `less` omits parts that depend on
 * the approval. `nothing` displays the same parts as the phone of a first-edition carrier.
 */
export const contextDetailLevels = ['all', 'less', 'nothing'] as const;

/** The country of a phone. */
export const phoneCountries = ['KR', 'RU'] as const;

/**
 * A carrier's subscriber and the behavior of their phone. The directory stores subscribers as JSON, so a new field
 * needs a default for existing subscribers.
 */
export const subscriberSchema = v.object({
  /** 11 digits, no hyphen. */
  phoneNo: v.pipe(v.string(), v.regex(attributePatternOf('phoneNo'))),
  name: v.pipe(
    v.string(),
    v.transform(readName),
    v.minLength(1),
    v.maxLength(60),
    v.check((name) => !hasUnusableCharacters(name)),
  ),
  telcoCd: v.picklist(carrierCodes),
  /** Whether the subscriber belongs to an MVNO that uses the network in `telcoCd`. */
  mvno: v.optional(v.picklist(['Y', 'N']), 'N'),
  gender: v.picklist(genders),
  /** YYMMDD. */
  birthdate: v.pipe(v.string(), v.check(isBirthdate)),
  /** `L` for a Korean citizen, `F` for a foreigner (§2.1). */
  foreign: v.picklist(citizenships),
  behaviour: v.optional(v.picklist(phoneBehaviours), 'waits'),
  /**
   * How the user enters the number on the phone. `asked` follows the service's request, and the other values
   * always use one method.
   */
  digits: v.optional(v.picklist(digitEntries), 'asked'),
  /** Whether the carrier calls the service as soon as this phone has answered. */
  calls: v.optional(v.picklist(['Y', 'N']), 'Y'),
  tells: v.optional(v.picklist(contextDetailLevels), 'all'),
  country: v.optional(v.picklist(phoneCountries), 'KR'),
});
export type Subscriber = v.InferOutput<typeof subscriberSchema>;

/**
 * The subscribers of a new sandbox. Scripts rely on these subscribers, so add new subscribers but don't change
 * existing subscribers.
 */
export const fixedSubscribers: readonly Subscriber[] = [
  fixed('01000000001', '김하나', 'S', 'F', '900101', 'L', 'approves'),
  fixed('01000000002', '이두리', 'K', 'M', '850515', 'L', 'approves'),
  fixed('01000000003', 'JOHN SMITH', 'L', 'M', '771231', 'F', 'approves'),
  fixed('01000000004', '박대기', 'S', 'F', '040229', 'L', 'waits'),
  fixed('01000000005', '최거절', 'K', 'M', '660606', 'L', 'denies'),
  fixed('01000000006', '정만료', 'L', 'F', '991109', 'L', 'silent'),
  fixed('01000000007', '강점검', 'S', 'M', '700707', 'L', 'fails'),
  fixed('01000000008', '윤미설', 'K', 'F', '930309', 'L', 'unregistered'),
  // This subscriber is under 14 until 4 May 2032.
  fixed('01000000009', '임어린', 'S', 'F', '180505', 'L', 'approves'),
  { ...fixed('01000000010', '서알뜰', 'K', 'M', '880808', 'L', 'approves'), mvno: 'Y' },
];

function fixed(
  phoneNo: string,
  name: string,
  telcoCd: Subscriber['telcoCd'],
  gender: Subscriber['gender'],
  birthdate: string,
  foreign: Subscriber['foreign'],
  behaviour: Behaviour,
): Subscriber {
  const usual = { mvno: 'N', digits: 'asked', calls: 'Y', tells: 'all', country: 'KR' } as const;
  return { phoneNo, name, telcoCd, gender, birthdate, foreign, behaviour, ...usual };
}

/**
 * Returns the carrier that this subscriber chooses on the sign-in page. For an MVNO, `M` is appended to the
 * network's code, such as `SM` for the network `S`.
 */
export const carrierChoiceOf = ({ telcoCd, mvno }: Pick<Subscriber, 'telcoCd' | 'mvno'>): string =>
  mvno === 'Y' ? `${telcoCd}M` : telcoCd;

/** Whether the carrier in a request is this subscriber's carrier. The network and `mvno` must match. */
export function matchesCarrierChoice(
  subscriber: Pick<Subscriber, 'telcoCd' | 'mvno'>,
  { telcoCd, mvno }: { telcoCd: Subscriber['telcoCd']; mvno: boolean },
): boolean {
  return subscriber.telcoCd === telcoCd && mvno === (subscriber.mvno === 'Y');
}

/** Returns the parts of a request that a phone reports as displayed. */
export function displayedRequestParts({ tells }: Pick<Subscriber, 'tells'>): readonly ShownPart[] {
  if (tells === 'nothing') return ['application'];
  return tells === 'all'
    ? shownParts
    : shownParts.filter((part) => part !== 'automaticLogin' && part !== 'account');
}

/** Whether a date exists. The century is unknown, so 29 February is always accepted. */
function isBirthdate(text: string): boolean {
  const [, month, day] = /^\d\d(\d\d)(\d\d)$/.exec(text) ?? [];
  const date = new Date(`2000-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/**
 * Whether a typed name matches this subscriber's name. Spaces and the case of Latin letters don't matter. Neither do
 * punctuation and word order in a Latin name, because cards and people write them differently.
 */
export function matchesTypedName(subscriber: Pick<Subscriber, 'name'>, typed: string): boolean {
  const [known, given] = [nameParts(subscriber.name), nameParts(typed)];
  if (known.join('') === given.join('')) return true;
  return latin.test(known.join('')) && known.toSorted().join(' ') === given.toSorted().join(' ');
}

const latin = /^\p{Script=Latin}+$/u;
const nameParts = (name: string) =>
  readName(name)
    .toLowerCase()
    .replaceAll(/['.]/g, '')
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);
