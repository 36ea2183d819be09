/** One way to write a value. */
export interface Spelling {
  /** Its name in a finding. */
  spelling: string;
  written: Buffer;
}

/** Spellings that are shorter, in bytes, occur by chance. UTF-8 is searched at any length. */
const minSpellingLength = 8;

/** The forms of a mobile number: the national digits also occur in `010…`, `8210…`, and `+8210…`. */
function formsOf(value: string): string[] {
  const [, network, middle, last] = /^0(1\d)(\d{3,4})(\d{4})$/.exec(value) ?? [];
  if (network === undefined) return [value];
  return ['', '-', ' ', '.'].map((separator) => [network, middle, last].join(separator));
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

const encodings: Readonly<Record<string, (text: string) => (Buffer | string)[]>> = {
  'UTF-16': (text) => [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()],
  'JSON escapes': (text) => [
    text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  'percent-encoding': (text) => [encodeURIComponent(text)],
  hexadecimal: (text) => [hex(text), hex(text).toUpperCase()],
  Base64: (text) => [0, 1, 2].flatMap((offset) => base64At(text, offset)),
};

/** The characters of a Base64 text that only the value decides, in both alphabets. @param offset bytes before the value. */
function base64At(text: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor((bytes.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).slice(start, end));
}

/** Every spelling in which this repository's code, SQLite, or KV could write a value: each form in each encoding. */
export function spellingsOf(value: string): Spelling[] {
  const found = new Map<string, Spelling>();
  for (const form of formsOf(value)) {
    const utf8 = Buffer.from(form);
    found.set(utf8.toString('latin1'), { spelling: 'UTF-8', written: utf8 });
    for (const [spelling, encode] of Object.entries(encodings)) {
      for (const text of encode(form)) {
        const written = Buffer.from(text);
        const key = written.toString('latin1');
        if (written.length >= minSpellingLength && !found.has(key)) found.set(key, { spelling, written });
      }
    }
  }
  return [...found.values()];
}
