import * as v from 'valibot';

/** What an error code of the vendor can mean for the port. */
const meanings = ['unconfirmed', 'unregistered', 'declined', 'denied', 'expired'] as const;
export type CodeMeaning = (typeof meanings)[number];

const pairFormat = new RegExp(`^-?\\d{1,12}=(?:${meanings.join('|')})$`);
const expectedFormat = `needs comma-separated codes and meanings, such as -1001=unconfirmed; valid meanings are ${meanings.join(', ')}`;

/** Schema of the setting BAROCERT_CODES. */
export const codesSetting = v.optional(
  v.pipe(
    v.string(expectedFormat),
    v.transform((text) => text.split(',')),
    v.check((pairs) => pairs.every((pair) => pairFormat.test(pair)), expectedFormat),
    v.transform((pairs) => new Map(pairs.map(readPair))),
  ),
);

function readPair(pair: string): [code: number, meaning: CodeMeaning] {
  const [code, meaning] = pair.split('=');
  return [Number(code), meaning as CodeMeaning];
}
