/**
 * One-letter keys for the fields of the sign-in's cookie, because full names take three times the space. A letter
 * must never be reused.
 */
export const shortKeys = {
  id: 'i',
  identityKey: 'k',
  client_id: 'c',
  redirect_uri_digest: 'r',
  state: 's',
  code_challenge: 'q',
  isHybrid: 'h',
  asked: 'a',
  optional: 'o',
  automaticLogin: 'l',
  language: 'g',
  expires: 'e',
  phone: 'p',
  phoneNo: 'n',
  requestId: 't',
  match: 'm',
  admission: 'd',
  known: 'P',
  sent: 'f',
  telcoCd: 'b',
  mvno: 'M',
  entry: 'E',
  calls: 'C',
  automatic: 'T',
  reused: 'H',
  facts: 'F',
  open: 'O',
  start: 'S',
  way: 'W',
  code: 'D',
  digits: 'G',
  returned: 'R',
  unregistered: 'U',
  install: 'I',
  attempt: 'A',
  again: 'N',
  expired: 'x',
  mismatched: 'Q',
  plid: 'u',
  shown: 'w',
  granted: 'y',
  cancelled: 'z',
  minor: 'K',
  age: 'V',
  scope: 'Y',
  nonce: 'Z',
  formPost: 'X',
  hinted: 'B',
  review: 'j',
  max_age: 'J',
  page: 'L',
  passkey: 'v',
};
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an object with renamed fields, recursively. @param others the new name for each field. A field that
 * isn't in `others` keeps its name.
 */
const renamed = (fields: object, others: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      others[name] ?? name,
      isObject(value) ? renamed(value, others) : value,
    ]),
  );

/** Returns functions that convert field names to letters and back. @param letters the letter for each name. */
export function shortKeyCodec(letters: Record<string, string>) {
  const names = Object.fromEntries(Object.entries(letters).map(([name, letter]) => [letter, name]));
  return {
    toLetters: (fields: object) => renamed(fields, letters),
    fromLetters: (fields: object) => renamed(fields, names),
  };
}
