/** A fault in a carrier's answer: the value of one field of an answer to one of its calls; `undefined` leaves the field out. */
export interface Rudeness {
  call: 'confirm' | 'outcome';
  field: string;
  value: unknown;
}

/** Values that are wrong in every field. */
const foreignAnywhere = [
  ...[null, '', 0, 30, 1.5, Number.NaN, 10n, false, [], ['M'], {}, { status: 'approved' }],
  ...[new Date(0), new Map([['status', 'approved']]), '\u0000', 'a\r\nb', '\ud800', 'x'.repeat(2_000)],
];

/** Wrong values that carriers and programmers may well send in a field. */
const likely: Record<string, readonly unknown[]> = {
  status: ['weird', 'APPROVED', 'requested ', 'constructor', '__proto__'],
  requestId: [' ', 'a b', '요청', 'x'.repeat(200)],
  phoneNo: ['010-0000-0001', '+821000000001', '1000000001', '01000000001 ', '02000000001', '０1000000001'],
  ci: ['주민', 'two words'],
  name: ['가'.repeat(201), '김\u0007하나', '김하나\n'],
  gender: ['1', '2', 'm', 'FEMALE', '남'],
  agegroup: ['35', '030', '-10', '200', '30대'],
  birthday: ['13-40', '0000', '1301', '0132', '101', '01-01'],
  birthdate: ['19900101', '900001', '9001', '90-01-01'],
  foreign: ['N', 'Y', 'l', '내'],
  telcoCd: ['SKT', 's', 'KT', '\u212a'],
  wrongNumber: ['Y', 'true', 1],
};

const unusable: Record<Rudeness['call'], readonly string[]> = {
  confirm: ['answer', 'status', 'requestId'],
  outcome: ['answer', 'status', 'identity', 'phoneNo'],
};
const leftOut = 'ci name gender agegroup birthday birthdate foreign telcoCd'.split(' ');

/** The faults that end a sign-in. */
export const unusableAnswers: readonly Rudeness[] = (['confirm', 'outcome'] as const).flatMap((call) =>
  unusable[call].flatMap((field) =>
    [undefined, ...foreignAnywhere, ...(likely[field] ?? [])].map((value) => ({ call, field, value })),
  ),
);

/** The fields whose absence is the only fault. */
export const oddAttributes: readonly Rudeness[] = leftOut.flatMap((field) =>
  [...foreignAnywhere, ...(likely[field] ?? [])].map((value) => ({ call: 'outcome', field, value })),
);

export const oddDenials: readonly Rudeness[] = [...foreignAnywhere, ...(likely.wrongNumber ?? [])]
  .filter((value) => value !== false)
  .map((value) => ({ call: 'outcome', field: 'wrongNumber', value }));

export const rudenesses: readonly Rudeness[] = [...unusableAnswers, ...oddAttributes, ...oddDenials];

/** An answer with its fault; an answer without that field stays as it is. */
export function rudely(answer: object, { field, value }: Omit<Rudeness, 'call'>): unknown {
  if (field === 'answer') return value;
  const { status, identity } = answer as { status: string; identity?: object };
  if (field === 'wrongNumber' && status !== 'denied') return answer;
  if (field === 'requestId' && status !== 'requested') return answer;
  if (['status', 'requestId', 'wrongNumber'].includes(field)) return { ...answer, [field]: value };
  if (identity === undefined) return answer;
  return { ...answer, identity: field === 'identity' ? value : { ...identity, [field]: value } };
}
