/** A fault in a carrier's answer: the value of one field of an answer to one of its calls; `undefined` leaves the field out. */
export interface Rudeness {
  call: 'confirm' | 'start' | 'outcome';
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
  name: ['가'.repeat(201), '김\u0007하나', '김\n하나'],
  gender: ['1', '2', 'm', 'FEMALE', '남'],
  agegroup: ['35', '030', '-10', '200', '30대'],
  birthday: ['13-40', '0000', '1301', '0132', '101', '01-01'],
  birthdate: ['19900101', '900001', '9001', '90-01-01'],
  foreign: ['N', 'Y', 'l', '내'],
  telcoCd: ['SKT', 's', 'KT', '\u212a'],
  retryAfter: [-1, '30', 86_401, Number.POSITIVE_INFINITY],
  open: [
    'tauthlink://r1',
    ['tauthlink://r1'],
    { ios: 'r1' },
    { web: 'https://app.example.com/a b' },
    { linux: 'a:b' },
  ],
  install: [
    { web: `https://app.example.com/${'i'.repeat(500)}` },
    { ios: 1 },
    { android: 'tauthlink://r1\n' },
  ],
  calls: ['Y', 1],
  shown: ['browser', { 0: 'browser' }],
  code: ['15-characters..', 'with white space', '한'.repeat(16), 'x'.repeat(201)],
  why: ['PERSON', 'other', 'wrong number'],
  phone: ['KR', { country: 'kr' }, { country: 'KOR', network: '' }, { network: 'a\u0000b' }],
  method: ['PIN', 'password', ['pin']],
};

/** The fields that a sign-in cannot do without, in each answer of a request that the phone approves. */
const unusable = {
  confirm: ['answer', 'status', 'requestId'],
  outcome: ['answer', 'status', 'identity', 'phoneNo'],
};
/** The same in answers that no such sign-in has. */
const unusableElsewhere = {
  confirm: ['retryAfter'],
  start: ['answer', 'status', 'requestId', 'open', 'retryAfter'],
};
const leftOut = 'ci name gender agegroup birthday birthdate foreign telcoCd'.split(' ');
/** The fields beside an identity that a sign-in can do without. */
const optional: Record<Rudeness['call'], readonly string[]> = {
  confirm: ['open', 'calls', 'shown', 'install'],
  start: ['calls', 'shown', 'code'],
  outcome: ['why', 'phone', 'method'],
};
/** Values of {@link foreignAnywhere} that are right in a field. */
const right: Record<string, (value: unknown) => boolean> = {
  calls: (value) => value === false,
  shown: Array.isArray,
  retryAfter: (value) => value === 30,
};
const foreignIn = (field: string) =>
  [...foreignAnywhere, ...(likely[field] ?? [])].filter((value) => !right[field]?.(value));

const faultsIn = (fields: Partial<Record<Rudeness['call'], readonly string[]>>, none: readonly undefined[]) =>
  (['confirm', 'start', 'outcome'] as const).flatMap((call) =>
    (fields[call] ?? []).flatMap((field) =>
      [...none, ...foreignIn(field)].map((value): Rudeness => ({ call, field, value })),
    ),
  );

/** The faults that end a sign-in. */
export const unusableAnswers: readonly Rudeness[] = faultsIn(unusable, [undefined]);
export const otherUnusableAnswers: readonly Rudeness[] = faultsIn(unusableElsewhere, [undefined]);

/** The fields whose absence is the only fault. */
export const oddAttributes: readonly Rudeness[] = leftOut.flatMap((field) =>
  [...foreignAnywhere, ...(likely[field] ?? [])].map((value) => ({ call: 'outcome', field, value })),
);

export const oddFields: readonly Rudeness[] = faultsIn(optional, []);

export const rudenesses: readonly Rudeness[] = [
  ...unusableAnswers,
  ...otherUnusableAnswers,
  ...oddAttributes,
  ...oddFields,
];

/** The answers that have a field; the others stay as they are. A field that is not named here is one of an identity, or in every answer. */
export const answersWith: Record<string, readonly string[]> = {
  requestId: ['requested', 'started'],
  retryAfter: ['declined'],
  open: ['requested', 'started'],
  calls: ['requested', 'started'],
  shown: ['requested', 'started'],
  code: ['started'],
  install: ['unregistered'],
  why: ['denied'],
  phone: ['approved'],
  method: ['approved'],
};

/** An answer with its fault; an answer without that field stays as it is. */
export function rudely(answer: object, { field, value }: Omit<Rudeness, 'call'>): unknown {
  if (field === 'answer') return value;
  const { status, identity } = answer as { status: string; identity?: object };
  const having = answersWith[field];
  if (field === 'status' || having?.includes(status)) return { ...answer, [field]: value };
  if (having !== undefined || identity === undefined) return answer;
  return { ...answer, identity: field === 'identity' ? value : { ...identity, [field]: value } };
}
